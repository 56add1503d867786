import { useState, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo } from 'react'
import { foldText } from '../../../src/kernel/text/fold-text.contract'
import { searchLengthMax, rankBySearch } from '../../../src/kernel/text/search-words.contract'
import type { Option } from './option'
import { stepActive } from './option-list'
import { usePopup } from '../popup/use-popup'

interface ComboboxOptions<Value> extends OptionSource<Value> {
  id: string
  anchor: RefObject<HTMLElement | null>
  isSelected: (value: Value) => boolean
  onPick: (option: Option<Value>) => 'close' | 'stay'
  onCreate?: ((text: string) => void) | undefined
  createLengthMin?: number | undefined
  disabled?: boolean | undefined
}

export type ComboboxState<Value> = ReturnType<typeof useCombobox<Value>>

export function useCombobox<Value>(options: ComboboxOptions<Value>) {
  const { id, anchor, isSelected, disabled } = options
  const typed = useTypedQuery(disabled)
  const { open, query, active, setActive, close } = typed
  const found = useOptionSearch(query, open, options)
  const popup = usePopup({ open, onClose: close, anchor, matchWidth: true, returnFocus: false })
  const { creates, create, pick, take } = choiceOf(options, typed, found)

  const selected = () => found.options.findIndex(({ value }) => isSelected(value))
  const show = () => typed.show(selected)
  const showFirst = () => typed.show(() => Math.max(0, selected()))

  function step(key: 'ArrowDown' | 'ArrowUp') {
    if (found.options.length === 0) return
    const from = active < 0 && key === 'ArrowUp' ? 0 : active
    setActive(stepActive(found.options, from, key === 'ArrowDown' ? 1 : -1))
  }

  const input = {
    ...inputAttributes,
    ...listAttributes(`${id}-list`, open, active < found.options.length ? active : -1),
    onKeyDown: onKeys({ open, showFirst, close, step, take }),
    onClick: show,
    onChange: typed.type,
  } as const

  function toggle(event: PointerEvent) {
    event.preventDefault()
    anchor.current?.querySelector('input')?.focus()
    if (open) close()
    else show()
  }

  const { typing } = typed
  return {
    open,
    query,
    typing,
    active,
    setActive,
    close,
    popup,
    input,
    found,
    creates,
    create,
    pick,
    toggle,
    isSelected,
  }
}

function choiceOf<Value>(
  { onPick, onCreate, search, createLengthMin = 1 }: ComboboxOptions<Value>,
  { query, active, clear, close }: ReturnType<typeof useTypedQuery>,
  found: ReturnType<typeof useOptionSearch<Value>>,
) {
  const text = query.trim()
  const isNew = found.state === 'ready' && !found.options.some(({ label }) => foldText(label) === foldText(text))
  const creates = onCreate !== undefined && text.length >= createLengthMin && isNew

  function pick(option: Option<Value> | undefined) {
    if (!option || option.disabled) return
    clear()
    // The first options of a search, listed again, would cover what comes next.
    if (onPick(option) === 'close' || search) close()
  }

  function create() {
    close()
    onCreate?.(text)
  }

  function take() {
    const hasFound = text !== '' && found.options.length > 0
    const wanted = found.options[hasFound ? Math.max(0, active) : active]
    if (wanted) pick(wanted)
    else if (creates) create()
  }

  return { creates, create, pick, take }
}

const inputAttributes = {
  type: 'text',
  role: 'combobox',
  autoComplete: 'off',
  spellCheck: false,
  maxLength: searchLengthMax,
  'aria-autocomplete': 'list',
  'aria-haspopup': 'listbox',
} as const

function listAttributes(listId: string, isOpen: boolean, active: number) {
  return {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
  }
}

function useTypedQuery(disabled: boolean | undefined) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [typing, setTyping] = useState(false)
  const [active, setActive] = useState(-1)

  function clear() {
    setQuery('')
    setTyping(false)
  }

  return {
    open,
    query,
    typing,
    active,
    setActive,
    clear,
    show(firstActive: () => number) {
      if (open || disabled) return
      setActive(firstActive())
      setOpen(true)
    },
    close() {
      setOpen(false)
      clear()
    },
    type({ target: { value } }: { target: { value: string } }) {
      setQuery(value)
      setTyping(true)
      setActive(value.trim() === '' ? -1 : 0)
      if (!disabled) setOpen(true)
    },
  }
}

interface KeyActions {
  open: boolean
  showFirst: () => void
  close: () => void
  step: (key: 'ArrowDown' | 'ArrowUp') => void
  take: () => void
}

function onKeys({ open, showFirst, close, step, take }: KeyActions) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (open) step(key)
      else showFirst()
    } else if (key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      take()
    } else if (key === 'Tab') {
      close()
    }
  }
}

export interface OptionSource<Value> {
  options?: readonly Option<Value>[]
  /** Alternatively, searches as the user types. Pass the signal to fetch: outdated requests are aborted. */
  search?: (query: string, signal: AbortSignal) => Promise<readonly Option<Value>[]>
  /** Minimum length of a search. Before, the first options are listed, which are all of them where there are few. */
  lengthMin?: number
  debounceMs?: number
}

const firstMax = 9

type SearchState = 'ready' | 'short' | 'loading' | 'failed'

interface OptionSearch<Value> {
  options: readonly Option<Value>[]
  state: SearchState
  retry: () => void
}

interface Found<Value> {
  query: string
  options: readonly Option<Value>[]
  failed: boolean
}

const textsOf = ({ label, description }: Option<unknown>) => [label, description ?? '']

function useOptionSearch<Value>(query: string, open: boolean, source: OptionSource<Value>): OptionSearch<Value> {
  const { options, search, lengthMin = 0, debounceMs = 500 } = source
  const [found, setFound] = useState<Found<Value> | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = query.trim()
  const short = wanted.length < lengthMin
  const asked = short ? '' : wanted
  const asks = open && search !== undefined

  useEffect(() => {
    if (!asks || !search) return
    const stop = new AbortController()
    const ask = () =>
      search(asked, stop.signal).then(
        (list) => !stop.signal.aborted && setFound({ query: asked, options: list, failed: false }),
        () => !stop.signal.aborted && setFound({ query: asked, options: [], failed: true }),
      )
    // Loading the first list needs no debounce.
    const timer = setTimeout(ask, asked === '' ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // A new function on each render must not repeat the search.
  }, [asks, asked, debounceMs, attempt])

  const filtered = useMemo(() => rankBySearch(options ?? [], wanted, textsOf), [options, wanted])

  if (!search) return { options: filtered, state: 'ready', retry: () => {} }
  const current = found?.query === asked ? found : null
  const state: SearchState = !current ? 'loading' : current.failed ? 'failed' : 'ready'
  const shown = {
    options: state === 'ready' && current ? current.options : [],
    state,
    retry: () => setAttempt(attempt + 1),
  }
  return short && state === 'ready' ? { ...shown, ...firstOptions(shown.options, wanted) } : shown
}

/** A few options are filtered by the shortest text; of many, the first are listed until enough of the text is typed. */
function firstOptions<Value>(options: readonly Option<Value>[], wanted: string) {
  if (options.length <= firstMax) return { options: rankBySearch(options, wanted, textsOf), state: 'ready' as const }
  return { options: wanted === '' ? options.slice(0, firstMax) : [], state: 'short' as const }
}
