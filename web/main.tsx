import { render } from 'preact'

render(<main>svc</main>, document.getElementById('root')!)
