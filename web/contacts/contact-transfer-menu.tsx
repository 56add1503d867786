import { useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { useApp, useUser } from '../app/app-context'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { useTexts, useFormat } from '../i18n/i18n'
import type { RecordList } from '../records/record-list'
import { Button } from '../ui/button/button'
import { ArrowLeftRight, Download, FileSpreadsheet, ListChecks, MessagesSquare, Smartphone } from '../ui/icons'
import { useAttempt, useBusyAttempt } from '../ui/form/use-attempt'
import { Menu } from '../ui/popup/menu'
import { AddToListDialog, mayFillLists } from './add-to-list-dialog'
import { type ContactFilterName, queryOf } from './contact-records'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { Field } from '../ui/field/field'
import { Select } from '../ui/select/select'
import { optionsOf } from '../ui/select/option'
import { ExportDialog } from '../records/export-dialog'

interface ContactTransferMenuProps {
  list: RecordList<ContactView, ContactFilterName>
  connections: readonly ConnectionPick[]
}

export function ContactTransferMenu({ list, connections }: ContactTransferMenuProps) {
  const t = useTexts('contact').contact
  const { api, navigation } = useApp()
  const user = useUser()
  const mayImport = isAdmin(user)
  const [exported, setExported] = useState<ContactExport>()
  const [source, setSource] = useState<'phonebook' | 'chats'>()
  const [listing, setListing] = useState(false)
  const requested = () => queryOf({ search: list.searchText.peek(), filters: list.filters.peek() })
  const attempt = useAttempt()
  const exportAll = (format: 'xlsx' | 'csv') =>
    attempt(async () => {
      const query = requested()
      // Groups are exported only if the filter asks for them.
      const { count } = await api.get('/contacts', { query: { isGroup: 'false', ...query } })
      setExported({ query: { ...query, format }, total: count })
    })
  return (
    <>
      <Menu
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} icon={ArrowLeftRight}>
            {mayImport ? t.transfer : t.export}
          </Button>
        )}
        items={[
          ...(mayImport
            ? ([
                { label: t.importPhone, icon: Smartphone, onSelect: () => setSource('phonebook') },
                { label: t.importChats, icon: MessagesSquare, onSelect: () => setSource('chats') },
                { label: t.importFile, icon: FileSpreadsheet, href: links.contactImport() },
                'separator',
              ] as const)
            : []),
          ...(mayFillLists(user)
            ? [{ label: t.bulk.addToList, icon: ListChecks, onSelect: () => setListing(true) }, 'separator' as const]
            : []),
          { label: t.exportExcel, icon: Download, onSelect: () => exportAll('xlsx') },
          { label: t.exportCsv, icon: Download, onSelect: () => exportAll('csv') },
        ]}
      />
      {exported && <ExportContactsDialog {...exported} close={() => setExported(undefined)} />}
      {listing && (
        <AddToListDialog
          count={list.count.peek()}
          filter={requested()}
          close={() => setListing(false)}
          onAdded={() => setListing(false)}
        />
      )}
      {source && (
        <AddressBookDialog
          source={source}
          connections={connections.filter(({ channel }) => channelRules[channel].numberLookup)}
          close={() => setSource(undefined)}
          onStarted={() => void navigation.go(links.contactImport())}
        />
      )}
    </>
  )
}

interface AddressBookDialogProps {
  source: 'phonebook' | 'chats'
  connections: readonly ConnectionPick[]
  close: () => void
  onStarted: () => void
}

function AddressBookDialog({ source, connections, close, onStarted }: AddressBookDialogProps) {
  const texts = useTexts('contact')
  const t = texts.contact
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const up = connections.filter(({ status }) => status === 'CONNECTED')
  const [connectionId, setConnectionId] = useState(up.find(({ isDefault }) => isDefault)?.id ?? up[0]?.id ?? null)

  async function start() {
    const body = { whatsappId: connectionId }
    const done = await attempt(
      () =>
        source === 'phonebook' ? api.post('/contacts/import', { body }) : api.post('/contacts/import/chats', { body }),
      t.importStarted,
    )
    if (!done) return
    close()
    onStarted()
  }

  return (
    <ActionDialog
      size="s"
      title={source === 'phonebook' ? t.importPhone : t.importChats}
      description={source === 'phonebook' ? t.importPhoneText : t.importChatsText}
      onClose={close}
      action={t.import}
      onAction={() => start()}
      busy={busy}
      disabled={connectionId === null}
    >
      <Field label={t.columns.connection} help={up.length === 0 ? t.notConnected : undefined}>
        <Select<number>
          value={connectionId}
          options={optionsOf(up)}
          onValueChange={setConnectionId}
          disabled={up.length === 0}
        />
      </Field>
    </ActionDialog>
  )
}

export interface ContactExport {
  query: Partial<Record<string, string>> & { format: 'xlsx' | 'csv' }
  total: number
}

export function ExportContactsDialog({ query, total, close }: ContactExport & { close: () => void }) {
  const t = useTexts('contact').contact
  const format = useFormat()
  const { api } = useApp()
  return (
    <ExportDialog
      title={t.exporting.title}
      text={t.exporting.running(format.number(total))}
      total={total}
      fileName={`${t.fileName}-${format.isoDay(Date.now())}.${query.format}`}
      done={t.exported}
      fetchFile={(exportId, signal) => api.file('/contacts/export', { query: { ...query, exportId }, signal })}
      close={close}
    />
  )
}
