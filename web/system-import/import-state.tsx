import type { SystemImportView } from '../../src/move-in/run/system-import.contract'
import { problemTexts } from '../../src/move-in/source/problem-texts.contract'
import { useApp } from '../app/app-context'
import { useFormat, useLanguage, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { StatusPill } from '../ui/display/labels'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { Play, X } from '../ui/icons'

interface ImportStateProps {
  current: SystemImportView
  onChange: () => Promise<void>
}

const kinds = {
  running: 'info',
  interrupted: 'warning',
  canceled: 'warning',
  failed: 'danger',
  done: 'success',
} as const

export function ImportStateCard({ current, onChange }: ImportStateProps) {
  const t = useTexts('systemImport').systemImport
  const format = useFormat()
  const language = useLanguage()
  const { system, source, isDryRun, state, error, problem, startedAt } = current
  return (
    <section className="system-import-card" aria-labelledby="system-import-state">
      <div className="system-import-head">
        <h2 id="system-import-state">{isDryRun ? t.rehearsal : t.import}</h2>
        <StatusPill kind={kinds[state]}>{t.states[state]}</StatusPill>
      </div>
      <p className="subtle system-import-place">
        {t.systems[system]} · <bdi>{source}</bdi> · {format.dateTime(startedAt)}
      </p>
      {state === 'running' && <Step current={current} />}
      {error && (
        <p role="alert" className="system-import-error">
          {problem ? problemTexts[language][problem.code](problem.values) : error}
        </p>
      )}
      <Actions current={current} onChange={onChange} />
    </section>
  )
}

function Step({ current: { phase, what, done, of } }: Pick<ImportStateProps, 'current'>) {
  const t = useTexts('systemImport').systemImport
  const format = useFormat()
  // Bytes while a file is read, rows otherwise.
  const number = phase === 'reading' && of !== null ? format.fileSize : format.number
  const counted = done === null ? '' : of === null ? number(done) : t.doneOf(number(done), number(of))
  return (
    <div className="system-import-step">
      <p aria-live="polite">
        {t.phases[phase]} <bdi>{what}</bdi>
      </p>
      <progress aria-label={t.phases[phase]} max={Math.max(1, of ?? 1)} value={of === null ? undefined : (done ?? 0)} />
      <p className="subtle">{counted}</p>
    </div>
  )
}

function Actions({ current: { state, isDryRun }, onChange }: ImportStateProps) {
  const t = useTexts('systemImport').systemImport
  const { api } = useApp()
  const { confirm } = useUi()
  const { busy, attempt } = useBusyAttempt()

  async function run(task: () => Promise<unknown>) {
    await attempt(task)
    await onChange()
  }

  async function start() {
    if (await confirm({ title: t.start.title, text: t.start.text, action: t.start.action }))
      await run(() => api.post('/system-import/start'))
  }

  if (state === 'running') {
    return (
      <div className="wrap-row">
        <Button icon={X} loading={busy} onClick={() => void run(() => api.post('/system-import/cancel'))}>
          {t.cancel}
        </Button>
      </div>
    )
  }
  return (
    <div className="wrap-row">
      {state === 'done' && isDryRun && (
        <Button variant="primary" icon={Play} loading={busy} onClick={() => void start()}>
          {t.start.action}
        </Button>
      )}
      {state !== 'done' && (
        <Button
          variant="primary"
          icon={Play}
          loading={busy}
          onClick={() => void run(() => api.post('/system-import/continue'))}
        >
          {t.continue}
        </Button>
      )}
      <Button loading={busy} onClick={() => void run(() => api.post('/system-import/forget'))}>
        {t.another}
      </Button>
    </div>
  )
}
