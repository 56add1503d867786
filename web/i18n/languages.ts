export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

const defaultLanguage: Language = 'pt'

/** Languages of the language menu, each by its own name. Turkish has no texts yet and falls back to Portuguese. */
export const languageNames: Record<string, string> = { pt: 'Português', en: 'English', es: 'Español', tr: 'Türkçe' }

const documentLanguages: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

export function documentLanguage(language: Language) {
  return documentLanguages[language]
}

/** Returns the language if it has texts (`pt-BR` counts as `pt`), else Portuguese. */
export function languageFor(wanted: string | null | undefined): Language {
  const short = wanted?.slice(0, 2).toLowerCase()
  return languages.find((language) => language === short) ?? defaultLanguage
}
