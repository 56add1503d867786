import type { Language } from './languages'
import type { Area, AreaLoaders, AreaTexts, LoadedTexts, Texts } from './pt'

const loaders: Record<Language, () => Promise<[Texts, AreaLoaders]>> = {
  pt: async () => import('./pt').then(({ pt, areas }) => [pt, areas]),
  en: async () => import('./en').then(({ en, areas }) => [en, areas]),
  es: async () => import('./es').then(({ es, areas }) => [es, areas]),
}

/** The texts of one language only, those of every page and of these areas. Each app has an object of its own. */
export async function loadTexts(language: Language, areas: readonly Area[] = []): Promise<LoadedTexts> {
  const [always] = await loaders[language]()
  const texts: LoadedTexts = { ...always }
  await addTexts(texts, language, areas)
  return texts
}

/** Fetches what is not there yet of these areas. */
export async function addTexts(texts: Partial<AreaTexts>, language: Language, areas: readonly Area[]): Promise<void> {
  const absent = areas.filter((area) => !texts[area])
  const [, load] = await loaders[language]()
  Object.assign(texts, ...(await Promise.all(absent.map((area) => load[area]()))))
}
