import { language, type Language } from '../components/util/language.ts'
import { setCatalogue, type Catalogue } from './define-messages.ts'

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de/catalogue-de.ts'),
  es: () => import('./es/catalogue-es.ts'),
  fr: () => import('./fr/catalogue-fr.ts'),
  'en-XA': () => import('./pseudo-language.ts'),
}

/** Loads the translation into the language of the user. Without a network, the console starts in English. */
export async function loadTranslation(): Promise<void> {
  const catalogue = language === 'en' ? undefined : await loaders[language]().catch(() => undefined)
  if (catalogue) setCatalogue(catalogue)
  document.documentElement.lang = catalogue ? language : 'en'
  document.documentElement.dir = catalogue?.translate ? 'rtl' : 'ltr'
}
