import type { AreaTexts, LoadedTexts } from '../i18n/areas'
import type { Language } from '../i18n/languages'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { Screen } from '../page/screen'
import type { LucideIcon } from '../ui/icons'
import { findCommands } from './find-commands'

export interface Place {
  /** Names its other words in the texts of `place`. */
  id: string
  label: string
  /** The screen and its parts that lead there, in the words of the screens. */
  path: readonly string[]
  icon: LucideIcon
  /** Without an address it is a field of the user's own profile. */
  href?: string
  profileField?: string
}

/** What decides which places a user has, and how they are called. */
export interface PlaceContext<Texts> {
  user: SessionUser
  language: Language
  texts: Texts
}

interface ScreenPlaces<Name extends keyof AreaTexts> {
  /** Whose users have them; everyone by default. */
  screen?: Pick<Screen, 'access'>
  areas: readonly Name[]
  list(context: PlaceContext<Pick<AreaTexts, Name>>): Place[]
}

export const definePlaces = <const Name extends keyof AreaTexts>(places: ScreenPlaces<Name>) => places

type PlaceTexts = Required<Pick<LoadedTexts, 'place'>>

export function describePlace({ id, label, path }: Place, { place }: PlaceTexts) {
  const words: Record<string, string> = place.words
  return { label, path: path.join(' › '), keywords: words[id] ?? '', group: place.group }
}

export function createPlaceFinder(places: readonly Place[], texts: PlaceTexts) {
  const described = places.map((place) => ({ place, ...describePlace(place, texts) }))
  return (text: string): Place[] => findCommands(described, text).map(({ place }) => place)
}
