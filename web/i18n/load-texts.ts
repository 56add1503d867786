import type { Area, AreaLoaders, AreaTexts, LoadedTexts } from './areas'
import type { Language } from './languages'
import type { Texts } from './pt'

const loaders: Record<Language, () => Promise<{ always: Texts; areas: AreaLoaders }>> = {
  pt: () => import('./pt').then(({ pt: always, areas }) => ({ always, areas })),
  en: () => import('./en').then(({ en: always, areas }) => ({ always, areas })),
  es: () => import('./es').then(({ es: always, areas }) => ({ always, areas })),
}

export async function loadTexts(language: Language, names: readonly Area[] = []): Promise<LoadedTexts> {
  const { always } = await loaders[language]()
  const texts: LoadedTexts = { ...always }
  await addTexts(texts, language, names)
  return texts
}

export async function addTexts(texts: Partial<AreaTexts>, language: Language, names: readonly Area[]): Promise<void> {
  const absent = names.filter((name) => !texts[name])
  if (absent.length === 0) return
  const { areas } = await loaders[language]()
  Object.assign(texts, ...(await Promise.all(absent.map((name) => areas[name]()))))
}
