import { useEffect, useState } from 'react'
import type { PhraseTest } from '../../src/flow/phrase/phrase.calls'
import { useApp } from '../app/app-context'
import { useConnections } from '../connection/use-connections'
import { useErrorText, useTexts } from '../i18n/i18n'
import { CircleCheck, CircleSlash } from '../ui/icons'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'
import { optionsOf } from '../ui/select/option'

const pauseMs = 300
const all = 0

/** Tells which flow a contact's text would start. */
export function PhraseTestBox() {
  const t = useTexts('phrase').phrase.test
  const [text, setText] = useState('')
  const [connectionId, setConnectionId] = useState(all)
  const connections = useConnections() ?? []
  const { found, failed } = usePhraseTest(text, connectionId)
  return (
    <section className="phrase-test" aria-label={t.title}>
      <h2 className="phrase-test-title">{t.title}</h2>
      <TextInput
        value={text}
        onValueChange={setText}
        placeholder={t.placeholder}
        aria-label={t.title}
        maxLength={500}
      />
      {connections.length > 1 && (
        <Select<number>
          className="phrase-test-connection"
          label={t.connection}
          value={connectionId}
          options={[{ value: all, label: t.anyConnection }, ...optionsOf(connections)]}
          onValueChange={setConnectionId}
        />
      )}
      <p className="phrase-test-result" role="status">
        {failed ??
          (text.trim() === '' ? <span className="wide-only">{t.hint}</span> : found && <Result found={found} />)}
      </p>
    </section>
  )
}

function Result({ found: { flow, campaign } }: { found: PhraseTest }) {
  const t = useTexts('phrase').phrase.test
  const Icon = flow ? CircleCheck : CircleSlash
  return (
    <span className="phrase-test-answer" data-starts={flow !== null || undefined}>
      <Icon size={16} aria-hidden />
      {flow ? t.starts(flow.name, campaign?.name ?? '') : campaign ? t.inactive(campaign.name) : t.nothing}
    </span>
  )
}

/** Asks the server after a pause in typing. */
function usePhraseTest(text: string, connectionId: number) {
  const { api } = useApp()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<{ found?: PhraseTest; failed?: string }>({})
  useEffect(() => {
    setAnswer({})
    if (text.trim() === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { text, whatsappId: connectionId || null }
      api.post('/flowcampaign/test', { body, signal: stop.signal }).then(
        (found) => !stop.signal.aborted && setAnswer({ found }),
        (cause: unknown) => !stop.signal.aborted && setAnswer({ failed: errorText(cause) }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, text, connectionId])
  return answer
}
