import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import { links } from '../../app/links'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { Link } from '../../ui/display/link'
import { Spinner } from '../../ui/feedback/spinner'
import { SearchInput } from '../../ui/field/search-input'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { useMacros, loadMacros } from '../use-macros'

export function MacroPicker({ onClose }: { onClose: () => void }) {
  useSignals()
  const t = useTexts().conversation.macros
  const macros = useLoadedMacros(onClose)
  const { run } = useMacros()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = rankBySearch(macros ?? [], text.trim(), ({ name }) => [name])

  function start(macro: (typeof found)[number] | undefined) {
    if (!macro) return
    onClose()
    void run(macro)
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (event.key === 'ArrowDown') buttons[Math.min(at + 1, buttons.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) buttons[Math.max(at - 1, 0)]?.focus()
    else if (event.key === 'Enter' && at < 0) start(found[0])
    else return
    event.preventDefault()
  }

  return (
    <Dialog open size="s" title={t.title} onClose={onClose}>
      <div className="form" onKeyDown={onKeyDown}>
        <SearchInput value={text} onSearch={setText} debounceMs={0} label={t.search} placeholder={t.search} />
        {!macros && <Spinner />}
        {macros && found.length === 0 && (
          <p className="macro-none">
            {macros.length === 0 ? t.empty : t.none} <Link href={links.macros()}>{t.manage}</Link>
          </p>
        )}
        <ul className="macro-list" ref={list} aria-label={t.title}>
          {found.map((macro) => (
            <li key={macro.id}>
              <button type="button" className="macro-entry" onClick={() => start(macro)}>
                <bdi>{macro.name}</bdi>
                <span>{macro.steps.map(({ kind }) => t.kinds[kind]).join(' → ')}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Loads the macros at once when the conversation has been open too briefly to have them. */
function useLoadedMacros(onFailure: () => void) {
  const { api } = useApp()
  const { macros } = useConversation()
  const { toast } = useUi()
  const errorText = useErrorText()
  const fail = useEffectEvent((cause: unknown) => {
    toast.error(errorText(cause))
    onFailure()
  })
  useEffect(() => {
    if (!macros.peek()) loadMacros(api, macros).catch(fail)
  }, [api, macros])
  return macros.value
}
