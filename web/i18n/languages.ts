export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'pt'

/** What the language menu lists, each in its own language. Turkish has no texts yet and falls back to Portuguese. */
export const languageNames: Record<string, string> = { pt: 'Português', en: 'English', es: 'Español', tr: 'Türkçe' }

const documentLanguages: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** The value of `<html lang>`. */
export function documentLanguage(language: Language) {
  return documentLanguages[language]
}

/** The language itself when there are texts in it (`pt-BR` counts as `pt`), else Portuguese. */
export function languageFor(wanted: string | null | undefined): Language {
  const short = wanted?.slice(0, 2).toLowerCase()
  return languages.find((language) => language === short) ?? defaultLanguage
}
