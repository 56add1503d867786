import type { Language } from '../../i18n/languages'

/** Character, name, search terms. */
export type Emoji = readonly [emoji: string, label: string, words: string]
/** In the order of the picker's groups. */
export type EmojiGroups = readonly (readonly Emoji[])[]

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  pt: () => import('./pt.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
}

/** From our own server, and only when the picker is opened. */
export async function loadEmoji(language: Language): Promise<EmojiGroups> {
  return (await loaders[language]()).default as EmojiGroups
}

const recentKey = 'recentEmoji'
const recentMax = 32

export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string') : []
  } catch {
    return []
  }
}

export function rememberEmoji(emoji: string) {
  const kept = [emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, recentMax)
  try {
    localStorage.setItem(recentKey, JSON.stringify(kept))
  } catch {
    // With a full or forbidden storage, nothing is stored.
  }
}
