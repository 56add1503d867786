import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { ChevronDown, ChevronUp, X } from '../../ui/icons'
import { IconButton } from '../../ui/button/button'
import { SearchInput } from '../../ui/field/search-input'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { markWords } from '../../message/mark-words'

/** As in `::highlight()` of the styles. */
const highlightName = 'searched-words'

/** Finds words in the open conversation and jumps from hit to hit, newest first. */
export function ConversationSearch() {
  useSignals()
  const { view, composer } = useConversation()
  const t = useTexts().message.search
  const [text, setText] = useState('')
  const search = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { hits, at, step } = useHits(text)
  useMarkedWords(search, text)
  useEffect(() => input.current?.focus(), [])

  function close() {
    view.searching.value = false
    composer.focusWanted.value++
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && hits !== undefined) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  return (
    <search ref={search} className="conversation-search row gap-1" onKeyDownCapture={onKeyDown}>
      <SearchInput ref={input} value={text} onSearch={setText} debounceMs={250} label={t.label} placeholder={t.label} />
      <output className="conversation-search-count note-text">
        {hits !== undefined && (hits.ids.length === 0 ? t.none : t.position(at + 1, hits.ids.length, hits.isCut))}
      </output>
      <IconButton icon={ChevronUp} label={t.older} size="s" disabled={!hits?.ids.length} onClick={() => step(1)} />
      <IconButton icon={ChevronDown} label={t.newer} size="s" disabled={!hits?.ids.length} onClick={() => step(-1)} />
      <IconButton icon={X} label={t.close} size="s" onClick={close} />
    </search>
  )
}

interface Hits {
  ids: readonly number[]
  isCut: boolean
}

function useHits(text: string) {
  const { api } = useApp()
  const { model, view } = useConversation()
  const { toast } = useUi()
  const t = useTexts().message
  const errorText = useErrorText()
  const [hits, setHits] = useState<Hits>()
  const [at, setAt] = useState(0)

  async function show(found: Hits, index: number) {
    const id = found.ids[index]
    setAt(index)
    if (id !== undefined && !(await view.jumpTo(id))) toast.info(t.quotedGone)
  }

  useEffect(() => {
    const stop = new AbortController()
    setHits(undefined)
    if (text.trim() === '') return
    const params = { id: model.ticket.peek().id }
    api.get('/messages/:id/search', { params, query: { text }, signal: stop.signal }).then(
      (found) => {
        setHits(found)
        void show(found, 0)
      },
      (cause: unknown) => stop.signal.aborted || toast.error(errorText(cause)),
    )
    return () => stop.abort()
    // Only another text asks again.
  }, [text])

  function step(by: 1 | -1) {
    if (!hits || hits.ids.length === 0) return
    void show(hits, (at + by + hits.ids.length) % hits.ids.length)
  }

  return { hits, at, step }
}

/** Marks the searched words in the messages beside the search. Browsers without the CSS Custom Highlight API show no marks. */
function useMarkedWords(search: RefObject<HTMLElement | null>, text: string) {
  useEffect(() => {
    const list = search.current?.parentElement?.querySelector('.message-list-inside')
    if (!list || text.trim() === '' || typeof Highlight === 'undefined') return
    const mark = () => {
      const ranges = [...list.querySelectorAll('.message-text')].flatMap((message) => rangesIn(message, text))
      CSS.highlights.set(highlightName, new Highlight(...ranges))
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(list, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [search, text])
}

function rangesIn(message: Element, text: string): Range[] {
  const ranges: Range[] = []
  const nodes = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    let start = 0
    for (const part of markWords(node.nodeValue ?? '', text)) {
      const end = start + part.text.length
      if (part.isMarked) {
        const range = new Range()
        range.setStart(node, start)
        range.setEnd(node, end)
        ranges.push(range)
      }
      start = end
    }
  }
  return ranges
}
