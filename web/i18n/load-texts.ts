import type { Language } from './languages'
import { areas, type Area, type AreaTexts } from './areas'
import type { LoadedTexts, Texts } from './pt'

const loaders: Record<Language, () => Promise<Texts>> = {
  pt: async () => (await import('./pt')).pt,
  en: async () => (await import('./en')).en,
  es: async () => (await import('./es')).es,
}

/** Loads the texts of every page and of these areas in one language. Each app has its own object. */
export async function loadTexts(language: Language, names: readonly Area[] = []): Promise<LoadedTexts> {
  const texts: LoadedTexts = { ...(await loaders[language]()) }
  await addTexts(texts, language, names)
  return texts
}

/** Loads missing texts of these areas. */
export async function addTexts(texts: Partial<AreaTexts>, language: Language, names: readonly Area[]): Promise<void> {
  const absent = names.filter((name) => !texts[name])
  Object.assign(texts, ...(await Promise.all(absent.map((name) => areas[name][language]()))))
}
