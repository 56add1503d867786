import type { HostView } from '../../src/host/watch/host-watch.calls'
import { type Finding, findingLevels, textsOf } from '../../src/host/doctor/finding.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { EmptyState } from '../ui/feedback/feedback'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { CircleAlert, CircleCheck, Info, RefreshCw, Stethoscope } from '../ui/icons'

const icons = { bad: CircleAlert, notice: Info, good: CircleCheck }

export function DoctorPanel({ host: { report, examining } }: { host: HostView }) {
  const t = useTexts('host').host.doctor
  const { api } = useApp()
  const format = useFormat()
  const { busy, attempt } = useBusyAttempt()
  const examine = () => void attempt(() => api.post('/host/doctor'))
  const isBusy = busy || examining
  const byLevel = (level: Finding['level']) => report?.findings.filter((finding) => finding.level === level) ?? []
  const [good, ...worse] = findingLevels.map(byLevel)
  return (
    <section className="dashboard-card" aria-labelledby="host-doctor" aria-busy={isBusy || undefined}>
      <header className="dashboard-card-head row wraps">
        <h2 id="host-doctor">{t.title}</h2>
        {report && (
          <Button size="s" icon={RefreshCw} loading={isBusy} onClick={examine}>
            {t.again}
          </Button>
        )}
      </header>
      {!report && (
        <EmptyState
          icon={Stethoscope}
          title={t.emptyTitle}
          text={t.emptyText}
          action={
            <Button variant="primary" icon={Stethoscope} loading={isBusy} onClick={examine}>
              {t.examine}
            </Button>
          }
          compact
        />
      )}
      {report && (
        <>
          <p className="dashboard-card-note" role="status">
            {t.result(worse.flat().length, format.dateTime(report.at))}
          </p>
          <Findings findings={worse.toReversed().flat()} />
          <details className="host-good">
            <summary>{t.good(good?.length ?? 0)}</summary>
            <Findings findings={good ?? []} />
          </details>
        </>
      )}
    </section>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('host').host
  return (
    <ul className="host-findings">
      {findings.map((finding, index) => {
        const { says, advice } = textsOf(finding, t.findings)
        const Icon = icons[finding.level]
        return (
          <li key={index} data-level={finding.level}>
            <Icon size={16} aria-hidden />
            <div>
              <p>
                <span className="visually-hidden">{t.levels[finding.level]}: </span>
                <strong>{t.checks[finding.check]}</strong> · {says}
              </p>
              {advice && <p className="host-advice">{advice}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
