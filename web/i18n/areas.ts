import type { Texts } from './pt'
import type { areas } from './pt-areas'

/** The name of texts that only some pages show. They are listed in the file of each language. */
export type Area = keyof typeof areas
export type AreaTexts = {
  [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]>> extends Record<Name, infer Own> ? Own : never
}

/** How a language loads its areas, which have exactly the shape of the Portuguese ones. */
export type AreaLoaders = { readonly [Name in Area]: () => Promise<Pick<AreaTexts, Name>> }

/** The loaded texts of an app. Areas are added; the object is never replaced. */
export type LoadedTexts = Texts & Partial<AreaTexts>
