import { Archive, Inbox, Pencil, Plus, Trash2 } from '../../../web/ui/icons'
import { useState } from 'react'
import { useFormat, useNow } from '../../../web/i18n/i18n'
import { Avatar } from '../../../web/ui/display/avatar'
import { Button } from '../../../web/ui/button/button'
import { ColumnSplitter } from '../../../web/ui/layout/column-splitter'
import { DataTable, type Column } from '../../../web/ui/table/data-table'
import { EmptyState, SkeletonRows, ErrorState } from '../../../web/ui/feedback/feedback'
import { PageHeader } from '../../../web/ui/layout/screen'
import type { RowAction } from '../../../web/ui/table/table-row'
import { SearchInput } from '../../../web/ui/field/search-input'
import { StatusPill } from '../../../web/ui/display/labels'
import { VirtualList } from '../../../web/ui/list/virtual-list'
import { Section } from './gallery-section'
import { contacts, type GalleryContact } from './gallery-data'

export function ListsSection() {
  return (
    <Section title="Listas">
      <div className="gallery-card">
        <PageHeader
          title="Contatos"
          count={10_000}
          search={<SearchInput value="" onSearch={() => {}} />}
          actions={
            <>
              <Button>Importar</Button>
              <Button variant="primary" icon={Plus}>
                Novo contato
              </Button>
            </>
          }
        />
        <ContactTable />
      </div>
      <div className="gallery-card">
        <DataTable
          label="Carregando"
          columns={[{ id: 'a', header: 'Nome', cell: () => '' }]}
          rows={[]}
          rowKey={() => 0}
          loading
        />
      </div>
      <Rows />
      <div className="gallery-grid">
        <div className="gallery-card">
          <EmptyState
            icon={Inbox}
            title="Nenhum contato ainda"
            text="Importe uma planilha ou espere a primeira mensagem."
            action={<Button icon={Plus}>Novo contato</Button>}
          />
        </div>
        <div className="gallery-card">
          <ErrorState error={{ error: 'ERR_NO_PERMISSION' }} onRetry={() => {}} />
        </div>
        <div className="gallery-card">
          <SkeletonRows count={4} />
        </div>
      </div>
    </Section>
  )
}

function ContactTable() {
  const format = useFormat()
  const now = useNow()
  const columns: Column<GalleryContact>[] = [
    { id: 'name', header: 'Nome', sortValue: ({ name }) => name, cell: ({ name }) => <Person name={name} /> },
    { id: 'number', header: 'Número', cell: ({ number }) => <span className="tabular">{format.phone(number)}</span> },
    { id: 'queue', header: 'Fila', wideOnly: true, sortValue: ({ queue }) => queue, cell: ({ queue }) => queue },
    { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill kind={status}>Conectado</StatusPill> },
    {
      id: 'seen',
      header: 'Última mensagem',
      sortValue: ({ seenAt }) => seenAt,
      cell: ({ seenAt }) => format.listTime(seenAt, now),
    },
    {
      id: 'tickets',
      header: 'Tickets',
      align: 'end',
      sortValue: ({ tickets }) => tickets,
      cell: ({ tickets }) => format.number(tickets),
    },
  ]
  const actions = (): RowAction[] => [
    { label: 'Editar', icon: Pencil, onSelect() {} },
    { label: 'Arquivar', icon: Archive, onSelect() {}, inMenu: true },
    { label: 'Excluir', icon: Trash2, danger: true, onSelect() {}, inMenu: true },
  ]
  return (
    <DataTable
      label="Contatos"
      columns={columns}
      rows={contacts.slice(0, 8)}
      rowKey={({ id }) => id}
      onOpen={() => {}}
      actions={actions}
    />
  )
}

function Person({ name }: { name: string }) {
  return (
    <span className="gallery-person">
      <Avatar name={name} size={24} />
      <bdi>{name}</bdi>
    </span>
  )
}

function Rows() {
  const [width, setWidth] = useState(404)
  const [rows, setRows] = useState(() => Array.from({ length: 1000 }, (_, index) => index))
  return (
    <>
      <div className="gallery-row">
        <Button onClick={() => setRows([rows.length, ...rows])}>Nova linha</Button>
        <Button onClick={() => setRows([rows[40] ?? 0, ...rows.filter((_, index) => index !== 40)])}>
          Mover a 40 ao topo
        </Button>
      </div>
      <div className="gallery-columns gallery-card">
        <div style={{ width }} className="gallery-column">
          <VirtualList
            label="Linhas"
            items={rows}
            getKey={(row) => row}
            rowHeight={48}
            initialHeight={320}
            renderItem={(row) => (
              <button type="button" className="gallery-list-row">
                <Avatar name={`Linha ${row}`} size={28} /> Linha {row}
              </button>
            )}
          />
        </div>
        <ColumnSplitter width={width} min={404} max={700} onResize={setWidth} onCommit={setWidth} />
        <div className="gallery-column">{width}</div>
      </div>
    </>
  )
}
