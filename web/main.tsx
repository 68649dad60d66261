import { render } from 'preact'
import { followAddress } from './address.ts'
import { provideAnySignal } from './api/signals.ts'
import { keepPage } from './api/worker.ts'
import { listenToKeys } from './commands/keys.ts'
import { App } from './frame/app.tsx'
import { isConsole } from './frame/routes.tsx'
import { start } from './frame/session.ts'
import { followTheme } from './ui/theme.ts'
import './styles/tokens.css'
import './styles/base.css'

provideAnySignal()
followTheme()
followAddress(isConsole)
listenToKeys()
render(<App />, document.getElementById('root')!)
void start()
void keepPage()
