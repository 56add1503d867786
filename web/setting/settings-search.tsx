import { flushSync } from 'react-dom'
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useUser } from '../app/app-context'
import { createPlaceFinder, describePlace, type Place } from '../app/place'
import { useCommands } from '../app/use-commands'
import { useLanguage, useTexts } from '../i18n/i18n'
import { EmptyState } from '../ui/feedback/feedback'
import { SearchInput } from '../ui/field/search-input'
import { Search, SearchX } from '../ui/icons'
import { settingPlaces } from './setting-places'

interface SettingsSearchProps {
  text: string
  setText: (text: string) => void
  open: (place: Place) => void
}

export function SettingsSearch({ text, setText, open }: SettingsSearchProps) {
  const t = useTexts('setting').setting
  const box = useRef<HTMLInputElement>(null)
  // Another one for each opened result, because what is typed and not yet searched for is forgotten.
  const [opened, setOpened] = useState(0)
  const find = useSettingsFinder()
  const focus = useMemo(
    () => [{ id: 'settings-search', label: t.search, group: t.title, icon: Search, shortcut: '/', run: focusBox }],
    [t],
  )
  useCommands(focus)
  function focusBox() {
    box.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== box.current) return
    const typed = box.current.value
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      // Also when the key follows the text before its results are drawn.
      flushSync(() => setText(typed))
      return focusRow(0)
    }
    const [first] = event.key === 'Enter' && typed.trim() !== '' ? find(typed) : []
    if (!first) return
    // The key would write into the field that has the focus then.
    event.preventDefault()
    setOpened(opened + 1)
    open(first)
  }

  return (
    <div onKeyDown={onKeyDown}>
      <SearchInput
        key={opened}
        ref={box}
        value={text}
        onSearch={setText}
        debounceMs={0}
        label={t.search}
        placeholder={`${t.search}…`}
      />
    </div>
  )
}

export function FoundSettings({ text, open }: { text: string; open: (place: Place) => void }): ReactNode {
  const texts = useTexts('setting', 'place')
  const t = texts.setting
  const find = useSettingsFinder()
  const found = useMemo(() => find(text), [find, text])
  if (found.length === 0) return <EmptyState icon={SearchX} title={t.nothingFound} />
  return (
    <ul className="setting-results" aria-label={t.results}>
      {found.map((place, index) => {
        const { label, path } = describePlace(place, texts)
        return (
          <li key={place.id}>
            <button type="button" className="setting-result" onClick={() => open(place)} onKeyDown={onKeyDown(index)}>
              <span>{label}</span>
              <span className="setting-result-path">{path}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const onKeyDown = (index: number) => (event: KeyboardEvent) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  focusRow(index + step)
}

/** Above the first result is the search box. */
function focusRow(index: number) {
  const rows = document.querySelectorAll<HTMLElement>('.setting-result')
  const target = index < 0 ? document.querySelector<HTMLElement>('.page-header .search-input input') : rows[index]
  target?.focus()
}

function useSettingsFinder() {
  const user = useUser()
  const language = useLanguage()
  const texts = useTexts('setting', 'hours', 'webhook', 'place')
  return useMemo(() => createPlaceFinder(settingPlaces.list({ user, language, texts }), texts), [user, language, texts])
}
