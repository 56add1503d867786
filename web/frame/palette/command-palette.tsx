import { useSignals } from '@preact/signals-react/runtime'
import { CornerDownLeft, MessagesSquare, Search, UserRound, Zap } from '../../ui/icons'
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react'
import { searchLengthMax } from '../../../src/kernel/text/search-words.contract'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import type { Command, CommandSource } from '../../app/command-registry'
import { KeyboardHint } from '../../ui/popup/keyboard-hint'
import { findCommands } from '../../app/find-commands'
import { useLanguage } from '../../i18n/i18n'
import { readRecent, recentCommands, recentPrefix, rememberRecent } from './recent-commands'
import type { FramePanelProps } from '../../app/frame-panel'
import { paletteSettings, paletteSources } from '../frame-slots'
import { Modal } from '../../ui/dialog/modal'
import { shortcutKeys } from '../shortcut/shortcut-reader'

const sourceDelayMs = 500
/** Most commands are found by two letters; one is in nearly all of them. */
const placeLengthMin = 2
/** More than anybody looks through. */
const shownMax = 40
/** A few more than are visible when the palette opens. */
const firstRows = 16

export function panel(props: FramePanelProps) {
  return <CommandPalette {...props} />
}

function CommandPalette({ close, typed = '' }: FramePanelProps) {
  const t = useTexts().frame.palette
  const { commands } = useApp()
  const [text, setText] = useState(typed)
  const [chosen, setChosen] = useState(0)
  const { places, wordsOf } = usePlaces()
  const { recent, remember } = useRecent(places)
  const searched = useFoundCommands(text, places, wordsOf)
  const found = text.trim() === '' ? [...recent, ...searched] : searched
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const current = found[Math.min(chosen, found.length - 1)]
  const isOpen = useDeferredValue(true, false)
  // Further rows follow the first ones, so that the answer to a key does not wait for them.
  const isWhole = useDeferredValue(text) === text && isOpen
  const shown = isWhole ? found : found.slice(0, firstRows)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isWhole])

  function run(command: Command | undefined) {
    if (!command) return
    remember(command)
    close()
    commands.run(command)
  }

  // Always the same function, so that rows are not rendered again for a new one.
  const latest = useRef(run)
  latest.current = run
  const onRun = useCallback((command: Command) => latest.current(command), [])

  function pressed(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((Math.min(chosen, found.length - 1) + step + found.length) % (found.length || 1))
    else if (event.key === 'Enter') run(current)
    else return
    event.preventDefault()
  }

  return (
    <Modal className="palette" label={t.title} onClose={close}>
      <PaletteInput
        listId={listId}
        current={current}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={pressed}
      />
      <ul className="palette-list" role="listbox" id={listId} aria-label={t.title} ref={list}>
        {shown.map((command, index) => (
          <PaletteRow
            key={command.id}
            id={`${listId}-${command.id}`}
            command={command}
            index={index}
            heading={command.group !== found[index - 1]?.group}
            selected={command === current}
            onPoint={setChosen}
            onRun={onRun}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="palette-empty">{t.empty}</p>}
      <footer className="palette-hint">{t.hint}</footer>
    </Modal>
  )
}

interface PaletteInputProps extends Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown'> {
  listId: string
  current: Command | undefined
}

function PaletteInput({ listId, current, ...props }: PaletteInputProps) {
  const t = useTexts().frame.palette
  return (
    <div className="palette-field row gap-3">
      <Search aria-hidden />
      <input
        {...props}
        autoFocus
        // Behind the text that was typed before it was shown.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(searchLengthMax, searchLengthMax)}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        aria-label={t.title}
        maxLength={searchLengthMax}
        placeholder={t.placeholder}
      />
    </div>
  )
}

interface RowProps {
  id: string
  command: Command
  index: number
  heading: boolean
  selected: boolean
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}

const PaletteRow = memo(function PaletteRow({ id, command, index, heading, selected, onPoint, onRun }: RowProps) {
  const Icon = command.icon ?? Zap
  return (
    <>
      {heading && (
        <li className="palette-group" role="presentation">
          {command.group}
        </li>
      )}
      <li
        className="palette-row row gap-3"
        role="option"
        id={id}
        aria-selected={selected}
        onPointerMove={() => onPoint(index)}
        onClick={() => onRun(command)}
      >
        <Icon aria-hidden />
        <span className="palette-text grows">
          <span className="truncate">{command.label}</span>
          {command.path && <span className="palette-path truncate">{command.path}</span>}
        </span>
        {command.shortcut && <KeyboardHint keys={shortcutKeys(command.shortcut)} />}
        {selected && !command.shortcut && <CornerDownLeft aria-hidden />}
      </li>
    </>
  )
})

function useRecent(places: readonly Command[]) {
  useSignals()
  const { commands, navigation } = useApp()
  const { companyId, id } = useUser()
  const t = useTexts().frame.palette
  const userKey = `${companyId}-${id}`
  const [stored] = useState(() => readRecent(localStorage, userKey))
  const offered = commands.commands.value
  const recent = useMemo(
    () =>
      recentCommands({
        recent: stored,
        offered: [...offered, ...places],
        group: t.recent,
        go: (href) => void navigation.go(href),
        iconOf: (id) => (id.startsWith('found-contact') ? UserRound : MessagesSquare),
      }),
    [stored, offered, places, t, navigation],
  )
  const remember = (command: Command) => rememberRecent(localStorage, userKey, { ...command, id: plainId(command.id) })
  return { recent, remember }
}

const plainId = (id: string) => (id.startsWith(recentPrefix) ? id.slice(recentPrefix.length) : id)

/** Returns the page's commands, then the results of the sources, then the frame's commands. */
function useFoundCommands(text: string, places: readonly Command[], wordsOf: (id: string) => string): Command[] {
  useSignals()
  const { commands } = useApp()
  const t = useTexts().frame.palette
  const offered = commands.commands.value
  const sourced = useSourcedCommands(text)
  const { own, ofFrame } = useMemo(() => {
    const isOfFrame = ({ group }: Command) => group === t.goTo || group === t.actions
    const worded = offered.filter(isOfFrame).map((command) => ({
      ...command,
      keywords: [command.keywords, wordsOf(command.id)].join(' '),
    }))
    return { own: offered.filter((command) => !isOfFrame(command)), ofFrame: worded }
  }, [offered, wordsOf, t])
  return useMemo(() => {
    const searched = text.trim().length < placeLengthMin ? ofFrame : [...ofFrame, ...places]
    const found = [...findCommands(own, text), ...sourced, ...findCommands(searched, text)]
    return text.trim() === '' ? found : found.slice(0, shownMax)
  }, [own, ofFrame, places, sourced, text])
}

/** The settings and fields of the user, and other words of commands, once their texts are loaded. */
function usePlaces(): Awaited<ReturnType<Awaited<ReturnType<typeof paletteSettings>>['loadPlaces']>> {
  useSignals()
  const app = useApp()
  const user = useUser()
  const language = useLanguage()
  const [loaded, setLoaded] = useState(noPlaces)
  useEffect(() => {
    let isWanted = true
    paletteSettings()
      .then(({ loadPlaces }) => loadPlaces(app, user, language))
      .then((found) => isWanted && setLoaded(found), reportError)
    return () => void (isWanted = false)
  }, [app, user, language])
  return loaded
}

const noPlaces = { places: [] as Command[], wordsOf: (_id: string) => '' }

function useSourcedCommands(text: string): Command[] {
  const sources = useSources()
  const [found, setFound] = useState<Command[]>([])
  useEffect(() => {
    setFound([])
    if (text.trim() === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // A failing source has no results; the others still answer.
      const answers = await Promise.all(sources.map((source) => source.find(text.trim(), abort.signal).catch(() => [])))
      if (!abort.signal.aborted) setFound(answers.flat())
    }, sourceDelayMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sources, text])
  return found
}

/** Tickets, contacts and chats, found from every screen. */
function useSources() {
  const app = useApp()
  const [sources, setSources] = useState<readonly Pick<CommandSource, 'find'>[]>([])
  useEffect(() => {
    const loads = paletteSources.map((load) => load())
    void Promise.all(loads).then((codes) => {
      setSources(codes.map(({ findCommands: find }) => ({ find: (text, signal) => find(app, text, signal) })))
    }, reportError)
  }, [app])
  return sources
}
