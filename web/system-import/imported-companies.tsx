import { useState } from 'react'
import type { ImportedCompanyView } from '../../src/move-in/run/move-in.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { StatusPill } from '../ui/display/labels'
import { Checkbox } from '../ui/field/checkbox'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { Play, Undo2 } from '../ui/icons'

interface ImportedCompaniesProps {
  companies: readonly ImportedCompanyView[]
  /** An import is under way, which may still change them. */
  disabled: boolean
  onChange: () => Promise<void>
}

export function ImportedCompanies({ companies, disabled, onChange }: ImportedCompaniesProps) {
  const t = useTexts('systemImport').systemImport.imported
  const [starting, setStarting] = useState<ImportedCompanyView>()
  if (companies.length === 0) return null
  return (
    <section className="system-import-card" aria-labelledby="system-import-companies">
      <h2 id="system-import-companies">{t.title}</h2>
      <ul className="system-import-companies">
        {companies.map((company) => (
          <CompanyRow
            key={company.id}
            company={company}
            disabled={disabled}
            onGoLive={() => setStarting(company)}
            onChange={onChange}
          />
        ))}
      </ul>
      {starting && <GoLiveDialog company={starting} close={() => setStarting(undefined)} onChange={onChange} />}
    </section>
  )
}

interface CompanyRowProps {
  company: ImportedCompanyView
  disabled: boolean
  onGoLive: () => void
  onChange: () => Promise<void>
}

function CompanyRow({ company: { id, name, movedAt, liveAt }, disabled, onGoLive, onChange }: CompanyRowProps) {
  const t = useTexts('systemImport').systemImport.imported
  const { api } = useApp()
  const { confirm } = useUi()
  const format = useFormat()
  const { busy, attempt } = useBusyAttempt()

  async function undo() {
    const isSure = await confirm({
      title: t.undo.title(name),
      text: t.undo.text,
      action: t.undo.action,
      danger: true,
      typed: name,
    })
    if (!isSure) return
    await attempt(
      () => api.post('/system-import/companies/:id/undo', { params: { id }, body: { name } }),
      t.undo.done(name),
    )
    await onChange()
  }

  return (
    <li>
      <div className="system-import-head">
        <strong>{name}</strong>
        <StatusPill kind={liveAt ? 'success' : 'neutral'}>
          {liveAt ? t.liveSince(format.dateTime(liveAt)) : t.waits}
        </StatusPill>
      </div>
      <p className="subtle">{t.movedAt(format.dateTime(movedAt))}</p>
      <div className="wrap-row">
        {!liveAt && (
          <Button size="s" icon={Play} disabled={disabled} onClick={onGoLive} aria-label={t.live.of(name)}>
            {t.live.action}
          </Button>
        )}
        <Button
          size="s"
          icon={Undo2}
          disabled={disabled}
          loading={busy}
          onClick={() => void undo()}
          aria-label={t.undo.of(name)}
        >
          {t.undo.action}
        </Button>
      </div>
    </li>
  )
}

interface GoLiveDialogProps {
  company: ImportedCompanyView
  close: () => void
  onChange: () => Promise<void>
}

function GoLiveDialog({ company: { id, name }, close, onChange }: GoLiveDialogProps) {
  const t = useTexts('systemImport').systemImport.imported.live
  const { api } = useApp()
  const { toast } = useUi()
  const [isStopped, setIsStopped] = useState(false)
  const { busy, attempt } = useBusyAttempt()

  async function start() {
    const body = { isStopped: true as const }
    const done = await attempt(async () => {
      const { connecting, waiting } = await api.post('/system-import/companies/:id/go-live', { params: { id }, body })
      toast.success(t.done(name), { detail: [...connecting.map(t.connects), ...waiting.map(t.toConnect)].join('\n') })
    })
    await onChange()
    if (done) close()
  }

  return (
    <ActionDialog
      title={t.title(name)}
      description={t.text}
      size="s"
      alert
      action={t.action}
      busy={busy}
      disabled={!isStopped}
      onAction={start}
      onClose={close}
    >
      <Checkbox checked={isStopped} onCheckedChange={setIsStopped} label={t.isStopped} />
    </ActionDialog>
  )
}
