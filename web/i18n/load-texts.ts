import type { Language } from './languages'
import type { Texts } from './pt'

const loaders: Record<Language, () => Promise<Texts>> = {
  pt: async () => (await import('./pt')).pt,
  en: async () => (await import('./en')).en,
  es: async () => (await import('./es')).es,
}

/** The texts of one language only; a browser never fetches the others. */
export function loadTexts(language: Language): Promise<Texts> {
  return loaders[language]()
}
