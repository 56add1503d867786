import { useState, useEffect } from 'react'
import type { ContactImportView, ImportRow } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Download, List, Undo2, X } from '../ui/icons'
import { saveBlob } from '../ui/text/object-url'
import { StatusPill } from '../ui/display/labels'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { DataTable } from '../ui/table/data-table'
import { Dialog } from '../ui/dialog/dialog'

const kinds = { uploaded: 'neutral', running: 'info', done: 'success', failed: 'danger' } as const
const otherKinds = { cancelled: 'neutral', undoing: 'info', undone: 'neutral' } as const

interface ImportListProps {
  imports: readonly ContactImportView[]
  onChange: () => Promise<void>
}

export function ImportList({ imports, onChange }: ImportListProps) {
  const t = useTexts('contactImport').contactImport
  if (imports.length === 0) return null
  return (
    <section className="contact-import-list" aria-label={t.listTitle}>
      <h2>{t.listTitle}</h2>
      <ul>
        {imports.map((each) => (
          <ImportCard key={each.id} contactImport={each} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

interface ImportCardProps {
  contactImport: ContactImportView
  onChange: () => Promise<void>
}

export function ImportCard({ contactImport, onChange }: ImportCardProps) {
  const t = useTexts('contactImport').contactImport
  const format = useFormat()
  const { id, kind, state, fileName, user, createdAt, total, done } = contactImport
  const [showing, setShowing] = useState(false)
  const { cancel, undo, download } = useImportActions(contactImport, onChange)
  const hasRows = contactImport.ignored + contactImport.failed + contactImport.unverified > 0
  return (
    <li className="contact-import-card stack gap-3">
      <div className="contact-import-card-head">
        <strong>
          <bdi>{kind === 'spreadsheet' ? fileName : t.kinds[kind](fileName)}</bdi>
        </strong>
        <StatusPill kind={{ ...kinds, ...otherKinds }[state]}>{t.states[state]}</StatusPill>
        <span className="subtle contact-import-card-about">
          {[user?.name, format.dateTime(createdAt)].filter(Boolean).join(' · ')}
        </span>
      </div>
      {state === 'running' && (
        <progress
          aria-label={t.progress(format.number(done), format.number(total))}
          max={Math.max(1, total)}
          value={done}
        />
      )}
      <Counters contactImport={contactImport} />
      <div className="contact-import-buttons wrap-row">
        {state === 'running' && (
          <Button size="s" icon={X} onClick={() => cancel()}>
            {t.cancel}
          </Button>
        )}
        {hasRows && state !== 'running' && (
          <>
            <Button size="s" icon={List} onClick={() => setShowing(true)}>
              {t.showRows}
            </Button>
            <Button size="s" icon={Download} onClick={() => download()}>
              {t.downloadRows}
            </Button>
          </>
        )}
        {contactImport.undoUntil && (
          <Button size="s" icon={Undo2} onClick={() => undo()}>
            {t.undo}
          </Button>
        )}
      </div>
      {showing && <ImportResultDialog importId={id} close={() => setShowing(false)} />}
    </li>
  )
}

function Counters({ contactImport }: Pick<ImportCardProps, 'contactImport'>) {
  const t = useTexts('contactImport').contactImport
  const format = useFormat()
  const { state, done, total, created, updated, ignored, failed, unverified, removed, kept } = contactImport
  const counters: (readonly [keyof typeof t.counters, number])[] = [
    ...([
      ['created', created],
      ['updated', updated],
      ['ignored', ignored],
      ['failed', failed],
    ] as const),
    ...([
      ['unverified', unverified],
      ['removed', removed],
      ['kept', kept],
    ] as const),
  ]
  const isAlways = (name: string) => name === 'created' || name === 'ignored'
  return (
    <p className="contact-import-counters" aria-live="polite">
      {state === 'running' && <span>{t.progress(format.number(done), format.number(total))}</span>}
      {counters
        .filter(([name, count]) => count > 0 || isAlways(name))
        .map(([name, count]) => (
          <span key={name} data-counter={name}>
            {t.counters[name](format.number(count), count)}
          </span>
        ))}
      {state === 'done' && <span>{failed + unverified > 0 ? t.doneWithErrors : t.doneWell}</span>}
    </p>
  )
}

function useImportActions({ id, created }: ContactImportView, onChange: () => Promise<void>) {
  const t = useTexts('contactImport').contactImport
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  const params = { id }

  async function cancel() {
    if (await attempt(() => api.post('/contacts/imports/:id/cancel', { params }))) await onChange()
  }

  async function undo() {
    const question = { title: t.undoTitle(created), text: t.undoText, action: t.undo, danger: true }
    if (!(await confirm(question))) return
    if (await attempt(() => api.post('/contacts/imports/:id/undo', { params }), t.undoStarted)) await onChange()
  }

  const download = () =>
    attempt(async () => saveBlob(await api.file('/contacts/imports/:id/file', { params }), `${t.fileName}-${id}.xlsx`))

  return { cancel, undo, download }
}

function ImportResultDialog({ importId, close }: { importId: number; close: () => void }) {
  const texts = useTexts('contactImport')
  const t = texts.contactImport
  const { rows, hasMore, loading, failed, more } = useRows(importId)
  return (
    <Dialog
      open
      size="l"
      title={t.resultTitle}
      onClose={close}
      footer={<Button onClick={close}>{texts.ui.close}</Button>}
    >
      <DataTable
        label={t.resultTitle}
        rows={rows}
        rowKey={({ row }) => row}
        loading={loading && rows.length === 0}
        error={rows.length === 0 ? failed : undefined}
        onRetry={more}
        columns={[
          { id: 'row', header: t.row, width: '72px', cell: ({ row }) => <span className="tabular">{row}</span> },
          { id: 'name', header: t.fields.name, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            id: 'number',
            compact: 'value',
            header: t.fields.number,
            cell: ({ number }) => <span className="tabular">{number}</span>,
          },
          {
            id: 'outcome',
            compact: 'value',
            header: t.outcome,
            width: '110px',
            cell: ({ outcome }) => t.outcomes[outcome],
          },
          {
            id: 'reason',
            compact: 'value',
            header: t.reason,
            cell: ({ reason }) => isKeyOf(t.reasons, reason) && t.reasons[reason],
          },
        ]}
        footer={
          hasMore && (
            <p className="contact-import-more">
              <Button size="s" loading={loading} onClick={more}>
                {t.more}
              </Button>
            </p>
          )
        }
      />
    </Dialog>
  )
}

function useRows(importId: number) {
  const { api } = useApp()
  const [rows, setRows] = useState<ImportRow[]>([])
  const [state, setState] = useState<{ hasMore: boolean; loading: boolean; failed?: unknown }>({
    hasMore: false,
    loading: true,
  })

  async function load() {
    setState((known) => ({ ...known, loading: true, failed: undefined }))
    try {
      const after = rows.at(-1)?.row
      const query = after === undefined ? {} : { after: String(after) }
      const page = await api.get('/contacts/imports/:id/rows', { params: { id: importId }, query })
      setRows((known) => [...known, ...page.rows])
      setState({ hasMore: page.hasMore, loading: false })
    } catch (failed) {
      setState((known) => ({ ...known, loading: false, failed }))
    }
  }

  useEffect(() => void load(), [importId])
  return { rows, ...state, more: () => void load() }
}
