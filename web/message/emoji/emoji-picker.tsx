import {
  Apple,
  Clock3,
  Flag,
  Hash,
  Lightbulb,
  PawPrint,
  Plane,
  Smile,
  Trophy,
  User,
  type LucideIcon,
} from '../../ui/icons'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLanguage, useTexts } from '../../i18n/i18n'
import { foldText } from '../../../src/kernel/text/fold-text.contract'
import { SearchInput } from '../../ui/field/search-input'
import { Spinner } from '../../ui/feedback/spinner'
import { tooltip } from '../../ui/popup/tooltip'
import type { Language } from '../../i18n/languages'

type Emoji = readonly [emoji: string, label: string, words: string]

type EmojiGroups = readonly (readonly Emoji[])[]

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  pt: () => import('./pt.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
}

const recentKey = 'recentEmoji'

const recentMax = 32

interface Group {
  icon: LucideIcon
  title: string
  emoji: readonly Emoji[]
}

const icons = [Smile, User, PawPrint, Apple, Plane, Trophy, Lightbulb, Hash, Flag]
const foundMax = 160

export function EmojiPicker({ columns, onPick }: { columns: number; onPick: (emoji: string) => void }) {
  const t = useTexts().message.emoji
  const data = useEmoji()
  const [query, setQuery] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const groups = useGroups(data, query)

  const latest = useRef(onPick)
  latest.current = onPick
  const pick = useCallback((emoji: string) => {
    rememberEmoji(emoji)
    latest.current(emoji)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('.emoji') ?? [])]
    const at = cells.findIndex((cell) => cell === document.activeElement)
    const row = columnsOf(cells[Math.max(0, at)]?.parentElement)
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key]
    // From the search field only down into the grid; inside it in all directions.
    if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    cells[at < 0 ? 0 : Math.max(0, Math.min(cells.length - 1, at + step))]?.focus()
  }

  return (
    <div className="emoji-picker" style={{ '--emoji-columns': columns }} onKeyDown={onKeyDown}>
      <div className="emoji-search">
        <SearchInput value={query} onSearch={setQuery} debounceMs={120} placeholder={t.search} label={t.search} />
      </div>
      {query === '' && <GroupTabs groups={groups} grid={grid} />}
      <div className="emoji-grid" ref={grid}>
        {!data && <Spinner size={20} />}
        {data && groups.every(({ emoji }) => emoji.length === 0) && <p className="emoji-none">{t.none}</p>}
        {groups.map((group) => (
          <EmojiGroup key={group.title} group={group} hasTitle={query === ''} onPick={pick} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  group: Group
  hasTitle: boolean
  onPick: (emoji: string) => void
}

const EmojiGroup = memo(function EmojiGroup({ group: { title, emoji }, hasTitle, onPick }: GroupProps) {
  return (
    <section className="emoji-group" aria-label={title}>
      {hasTitle && <h3>{title}</h3>}
      <div className="emoji-cells">
        {emoji.map(([character, label]) => (
          <button key={character} type="button" className="emoji" aria-label={label} onClick={() => onPick(character)}>
            {character}
          </button>
        ))}
      </div>
    </section>
  )
})

/** Under a finger, the width of the window decides. */
function columnsOf(cells: Element | null | undefined) {
  return cells ? getComputedStyle(cells).gridTemplateColumns.split(' ').length : 1
}

function GroupTabs({ groups, grid }: { groups: readonly Group[]; grid: { current: HTMLElement | null } }) {
  const t = useTexts().message.emoji
  return (
    <nav className="emoji-tabs" aria-label={t.title}>
      {groups.map(({ icon: Icon, title }, index) => (
        <button
          key={title}
          type="button"
          aria-label={title}
          {...tooltip(title)}
          onClick={() => grid.current?.children[index]?.scrollIntoView({ block: 'start' })}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </nav>
  )
}

function useEmoji() {
  const language = useLanguage()
  const [data, setData] = useState<EmojiGroups>()
  useEffect(() => {
    let left = false
    void loadEmoji(language).then((loaded) => !left && setData(loaded))
    return () => {
      left = true
    }
  }, [language])
  return data
}

function useGroups(data: EmojiGroups | undefined, query: string): Group[] {
  const t = useTexts().message.emoji
  const [recent] = useState(recentEmoji)
  return useMemo(() => {
    if (!data) return []
    const wanted = foldText(query.trim())
    if (wanted !== '') return [{ icon: Smile, title: t.search, emoji: find(data, wanted) }]
    const known = new Map(data.flat().map((entry) => [entry[0], entry]))
    const used = recent.map((emoji) => known.get(emoji)).filter((entry) => entry !== undefined)
    const all = data.map((emoji, index) => ({ icon: icons[index] ?? Smile, title: t.groups[index] ?? '', emoji }))
    return used.length > 0 ? [{ icon: Clock3, title: t.recent, emoji: used }, ...all] : all
  }, [data, query, recent, t])
}

/** Names that begin with the text first, then those that contain it. */
function find(data: EmojiGroups, wanted: string): Emoji[] {
  const ranked = data.flat().flatMap((entry) => {
    const [, label, words] = entry
    const name = foldText(label)
    const rank = name.startsWith(wanted)
      ? 0
      : foldText(`${label} ${words}`).includes(` ${wanted}`)
        ? 1
        : name.includes(wanted)
          ? 2
          : 3
    return rank < 3 ? [{ entry, rank }] : []
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, foundMax)
    .map(({ entry }) => entry)
}

/** From our own server, and only when the picker is opened. */
async function loadEmoji(language: Language): Promise<EmojiGroups> {
  return (await loaders[language]()).default as EmojiGroups
}

function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string') : []
  } catch {
    return []
  }
}

function rememberEmoji(emoji: string) {
  const kept = [emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, recentMax)
  try {
    localStorage.setItem(recentKey, JSON.stringify(kept))
  } catch {
    // With a full or forbidden storage, nothing is stored.
  }
}
