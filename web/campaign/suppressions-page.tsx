import { useState } from 'react'
import * as v from 'valibot'
import { SuppressionBody } from '../../src/suppression/suppression.contract'
import type { SuppressionView } from '../../src/suppression/suppression.record'
import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { foldText } from '../../src/kernel/text/fold-text.contract'
import { byKey } from '../../src/kernel/text/sort-order.contract'
import { useApp } from '../app/app-context'
import { spreadsheetTypes, useSpreadsheetUpload } from '../contact-import/use-spreadsheet-upload'
import { PhoneInput } from '../app/phone-input'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { FileButton } from '../ui/button/file-button'
import { useUi } from '../ui/context/ui-context'
import type { Column } from '../ui/table/data-table'
import { FormField } from '../ui/form/form-field'
import { Ban, Upload } from '../ui/icons'
import { TextInput } from '../ui/field/text-input'
import { CampaignTabs } from './campaign-tabs'
import { TableMoment } from '../ui/table/table-cells'

const suppressions = recordSource('/suppressions', {
  query: ({ last }) => ({ after: last && String(last.id) }),
  compare: byKey<SuppressionView>(({ name, number }) => foldText(`${name} ${number}`).trim()),
  matches: (person, { search }) => matchesContactSearch(person, search),
  live: 'suppression',
  follow: (list) => ({ suppressions: () => void list.reload() }),
})
export const load = recordLoader(suppressions)

export function page({ data }: PageProps<ListPage<SuppressionView>>) {
  const t = useTexts('campaign').campaign.suppressions
  const [adding, setAdding] = useState(false)
  const list = useRecordList(suppressions, data)
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={Ban}
        columns={useColumns()}
        // Nothing can be edited: a number is on the list or not.
        onAdd={() => setAdding(true)}
        remove={{ name: ({ name, number }) => name || number, path: '/suppressions/:id' }}
        filters={<CampaignTabs current="suppressions" />}
        exportName={t.fileName}
        headerActions={<ImportButton />}
      />
      {adding && <SuppressionDialog close={() => setAdding(false)} />}
    </>
  )
}

function ImportButton() {
  const t = useTexts('campaign').campaign.suppressions
  const { api } = useApp()
  const { toast } = useUi()
  const { sending, send } = useSpreadsheetUpload(async (form) => {
    const { added, known, failed } = await api.upload('/suppressions/import', { form })
    toast.success(t.imported(added, known, failed))
  })
  return (
    <FileButton icon={Upload} accept={spreadsheetTypes} loading={sending} onChoose={(file) => void send(file)}>
      {t.import}
    </FileButton>
  )
}

function useColumns(): Column<SuppressionView>[] {
  const t = useTexts('campaign').campaign.suppressions
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.name,
      exportValue: ({ name }) => name,
      cell: ({ name }) => (name ? <bdi>{name}</bdi> : <span className="subtle">{t.unnamed}</span>),
    },
    {
      id: 'number',
      compact: 'value',
      header: t.columns.number,
      width: '190px',
      exportValue: ({ number }) => number,
      cell: ({ number }) => <span className="tabular">{format.phone(number)}</span>,
    },
    {
      id: 'source',
      compact: 'value',
      header: t.columns.source,
      exportValue: ({ source }) => t.sources[source],
      cell: ({ source }) => t.sources[source],
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      width: '170px',
      exportValue: ({ createdAt }) => format.dateTime(createdAt),
      cell: ({ createdAt }) => <TableMoment at={createdAt} />,
    },
  ]
}

const SuppressionForm = v.object({ name: SuppressionBody.entries.name, number: SuppressionBody.entries.number })

function SuppressionDialog({ close }: { close: () => void }) {
  const t = useTexts('campaign').campaign.suppressions
  const { api } = useApp()
  return (
    <RecordDialog
      record={undefined}
      texts={t}
      size="s"
      schema={SuppressionForm}
      save={(body) => api.post('/suppressions', { body })}
      close={close}
    >
      {(form) => (
        <>
          <FormField form={form} name="number" label={t.columns.number} help={t.numberHelp} required>
            {(field) => <PhoneInput {...field} />}
          </FormField>
          <FormField form={form} name="name" label={t.columns.name}>
            {({ value, ...field }) => <TextInput {...field} value={value ?? ''} autoComplete="off" />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}
