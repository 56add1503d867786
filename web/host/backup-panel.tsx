import { minuteMs } from '../../src/kernel/time/durations.contract'
import type { HostBackup } from '../../src/host/watch/host-watch.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { StatusPill } from '../ui/display/labels'
import { EmptyState } from '../ui/feedback/feedback'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { Archive } from '../ui/icons'

export function BackupPanel({ backup }: { backup: HostBackup | null }) {
  const t = useTexts('host').host.backup
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const start = () => void attempt(() => api.post('/host/backup'), t.started)
  return (
    <section className="dashboard-card" aria-labelledby="host-backup">
      <header className="dashboard-card-head row wraps">
        <h2 id="host-backup">{t.title}</h2>
        {backup && (
          <Button size="s" icon={Archive} loading={busy || backup.isRunning} onClick={start}>
            {t.now}
          </Button>
        )}
      </header>
      {backup ? <State backup={backup} /> : <NoBackup />}
    </section>
  )
}

function NoBackup() {
  const t = useTexts('host').host.backup
  return (
    <EmptyState
      icon={Archive}
      title={t.noneTitle}
      text={
        <>
          {t.noneText} <code>BACKUP_TO=/mnt/backup BACKUP_PASSPHRASE=…</code>
        </>
      }
      compact
    />
  )
}

function State({ backup }: { backup: HostBackup }) {
  const t = useTexts('host').host.backup
  const format = useFormat()
  const { target, everyMs, isRunning, lastAt, companies, failed, bytes, error, isLate } = backup
  const state = isRunning
    ? 'running'
    : error
      ? 'failed'
      : isLate
        ? 'late'
        : failed > 0
          ? 'lacks'
          : lastAt
            ? 'good'
            : 'coming'
  const kind = {
    running: 'info',
    failed: 'danger',
    late: 'danger',
    lacks: 'warning',
    good: 'success',
    coming: 'info',
  } as const
  return (
    <div className="host-backup">
      <p role="status">
        <StatusPill kind={kind[state]}>{t.states[state]}</StatusPill>
      </p>
      {error && <p className="host-advice">{error}</p>}
      <dl>
        <dt>{t.last}</dt>
        <dd>{lastAt ? format.dateTime(lastAt) : t.never}</dd>
        <dt>{t.contains}</dt>
        <dd>
          {t.companies(companies, format.fileSize(bytes))}
          {failed > 0 && ` · ${t.failed(failed)}`}
        </dd>
        <dt>{t.every}</dt>
        <dd>{format.duration(everyMs / minuteMs)}</dd>
        <dt>{t.target}</dt>
        <dd className="host-target">{target}</dd>
      </dl>
    </div>
  )
}
