import type { Area, AreaLoaders, AreaTexts, LoadedTexts } from './areas'
import type { Language } from './languages'
import type { Texts } from './pt'

const loaders: Record<Language, () => Promise<Texts>> = {
  pt: () => import('./pt').then(({ pt }) => pt),
  en: () => import('./en').then(({ en }) => en),
  es: () => import('./es').then(({ es }) => es),
}

/** Apart, because the inbox starts without any area. */
const areaLists: Record<Language, () => Promise<{ areas: AreaLoaders }>> = {
  pt: () => import('./pt-areas'),
  en: () => import('./en-areas'),
  es: () => import('./es-areas'),
}

export async function loadTexts(language: Language, names: readonly Area[] = []): Promise<LoadedTexts> {
  const added: Partial<AreaTexts> = {}
  const [always] = await Promise.all([loaders[language](), addTexts(added, language, names)])
  return { ...always, ...added }
}

export async function addTexts(texts: Partial<AreaTexts>, language: Language, names: readonly Area[]): Promise<void> {
  const absent = names.filter((name) => !texts[name])
  if (absent.length === 0) return
  const { areas } = await areaLists[language]()
  Object.assign(texts, ...(await Promise.all(absent.map((name) => areas[name]()))))
}
