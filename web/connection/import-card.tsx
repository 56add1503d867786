import { useSignals } from '@preact/signals-react/runtime'
import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { CircleCheck, History, TriangleAlert, X } from '../ui/icons'
import { IconButton } from '../ui/button/button'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import type { ConnectionList } from './load-connections'

export function ImportCards({ list }: { list: ConnectionList }) {
  useSignals()
  const shown = list.items.value.filter(({ messageImport }) => messageImport)
  if (shown.length === 0) return null
  return (
    <div className="import-cards stack">
      {shown.map((connection) => (
        <ImportCard key={connection.id} connection={connection} />
      ))}
    </div>
  )
}

function ImportCard({ connection: { id, name, channel, messageImport } }: { connection: ConnectionView }) {
  const t = useTexts('connection').connection.importing
  const format = useFormat()
  const ofAccount = channelRules[channel].history === 'provider'
  const remove = useRemoval(id, ofAccount)
  if (!messageImport) return null
  const { state, this: filed, all, date, resumesAt, error } = messageImport
  const isRunning = state === 'running'
  const counts = { filed: format.number(Math.max(0, filed)), all: format.number(Math.max(0, all)) }
  const texts = {
    running: resumesAt
      ? t.resumes(format.dateTime(resumesAt))
      : all >= 0
        ? t.progress(counts.filed, counts.all, format.date(date))
        : ofAccount
          ? t.preparingAccount
          : t.preparing,
    done: error ? t.incomplete(counts.filed, error) : t.done(counts.filed),
    stopped: t.stopped(counts.filed),
    waiting: ofAccount ? t.waitingAccount : t.waiting,
  }
  const isWhole = state === 'done' && !error
  const Icon = isWhole ? CircleCheck : isRunning ? History : TriangleAlert
  return (
    <section
      className="import-card"
      data-state={state === 'done' && !isWhole ? 'stopped' : state}
      aria-label={t.title(name)}
    >
      <Icon size={18} aria-hidden />
      <div className="import-card-text grows">
        <strong>{t.title(name)}</strong>
        <span>{texts[state]}</span>
        {isRunning && (
          <progress aria-label={t.title(name)} max={Math.max(1, all)} value={all < 0 ? undefined : filed} />
        )}
      </div>
      <IconButton icon={X} size="s" label={t.remove[state]} onClick={() => remove(isRunning)} />
    </section>
  )
}

function useRemoval(id: number, ofAccount: boolean) {
  const t = useTexts('connection').connection.importing
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async (isRunning: boolean) => {
    const { title, text, textAccount, action } = t.stopConfirm
    const question = { title, text: ofAccount ? textAccount : text, action, danger: true }
    if (isRunning && !(await confirm(question))) return
    await attempt(() => api.delete('/whatsapp/:id/import', { params: { id } }))
  }
}
