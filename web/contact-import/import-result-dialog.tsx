import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { useEffect, useState } from 'react'
import type { ImportRow } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { DataTable } from '../ui/table/data-table'
import { Dialog } from '../ui/dialog/dialog'

interface ImportResultDialogProps {
  importId: number
  close: () => void
}

/** Rows that were not imported normally, with the reason. */
export function ImportResultDialog({ importId, close }: ImportResultDialogProps) {
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
