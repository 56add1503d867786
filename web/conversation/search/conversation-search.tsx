import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { ChevronDown, ChevronUp, X } from '../../ui/icons'
import { IconButton } from '../../ui/button/icon-button'
import { SearchInput } from '../../ui/field/search-input'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { useMarkedWords } from './use-marked-words'

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
    <search ref={search} className="conversation-search" onKeyDownCapture={onKeyDown}>
      <SearchInput ref={input} value={text} onSearch={setText} debounceMs={250} label={t.label} placeholder={t.label} />
      <output className="conversation-search-count">
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

/** Requests the matches of a text, and scrolls to the newest. */
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
