import { loadTranslation } from './messages/load-translation.ts'

// Texts are read when the modules of the console are evaluated, so the translation comes first.
void loadTranslation().then(async () => (await import('./start.tsx')).startConsole())
