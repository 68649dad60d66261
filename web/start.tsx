import { render } from 'preact'
import { startRouter } from './location.ts'
import { registerServiceWorker } from './api/service-worker.ts'
import { listenToKeys } from './commands/keys.ts'
import { ConsoleApp } from './app/app.tsx'
import { listenForMenus } from './app/menu-requests.ts'
import { isConsolePath } from './app/routes.tsx'
import { loadSession } from './app/session.ts'
import { applyTheme } from './components/util/theme.ts'
import './styles/tokens.css'
import './styles/base.css'

export function startConsole(): void {
  applyTheme()
  startRouter(isConsolePath)
  listenToKeys()
  listenForMenus()
  render(<ConsoleApp />, document.getElementById('root')!)
  void loadSession()
  void registerServiceWorker(document.documentElement.lang)
}
