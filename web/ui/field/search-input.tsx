import { Search, X } from '../icons'
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode, type Ref } from 'react'
import { searchLengthMax } from '../../../src/kernel/text/search-words.contract'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { TextInput } from './text-input'

interface SearchInputProps {
  value: string
  /** Called when typing pauses, and at once on Enter and on clearing. */
  onSearch: (text: string) => void
  debounceMs?: number
  label?: string
  placeholder?: string
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A search box that waits for a pause in typing. Escape clears it. */
export function SearchInput({
  value,
  onSearch,
  debounceMs = 500,
  label,
  placeholder,
  trailing,
  ref,
}: SearchInputProps) {
  const t = useTexts()
  const { text, setText, sendNow } = useSearchText(value, onSearch, debounceMs)
  function clear({ currentTarget }: MouseEvent) {
    currentTarget.closest('.search-input')?.querySelector('input')?.focus()
    sendNow('')
  }
  return (
    <TextInput
      ref={ref}
      type="search"
      className="search-input"
      icon={Search}
      role="searchbox"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={searchLengthMax}
      aria-label={label ?? t.ui.search}
      placeholder={placeholder ?? `${t.ui.search}…`}
      value={text}
      onValueChange={setText}
      onKeyDown={(event) => {
        if (event.key === 'Enter') sendNow(text)
        if (event.key !== 'Escape' || text === '') return
        event.preventDefault()
        sendNow('')
      }}
      trailing={
        <>
          {text !== '' && <IconButton icon={X} label={t.ui.clearSearch} size="xs" onClick={clear} />}
          {trailing}
        </>
      }
    />
  )
}

function useSearchText(value: string, onSearch: (text: string) => void, debounceMs: number) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent((wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    onSearch(wanted)
  })

  // Changed from outside, such as by removing a filter or by the address.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => send(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, debounceMs])

  function sendNow(wanted: string) {
    setText(wanted)
    if (wanted === sent.current) return
    sent.current = wanted
    onSearch(wanted)
  }

  return { text, setText, sendNow }
}
