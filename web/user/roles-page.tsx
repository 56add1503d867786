import { RoleBody, switchNames } from '../../src/user/role/role.contract'
import type { RoleView } from '../../src/user/role/role.record'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { TextField } from '../ui/form/form-field'
import { ShieldCheck } from '../ui/icons'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import { SwitchFields } from './permission-fields'

const roles = recordSource('/roles', { live: 'role', all: true })
export const load = recordLoader(roles)

export function page({ data }: PageProps<ListPage<RoleView>>) {
  const t = useTexts('role').role
  return (
    <RecordsPage
      list={useRecordList(roles, data)}
      texts={t}
      icon={ShieldCheck}
      columns={useRoleColumns()}
      form={(role, close) => (
        <RecordDialog
          record={role}
          texts={t}
          schema={RoleBody}
          newValues={{ userClosePendingTicket: true }}
          path="/roles"
          close={close}
        >
          {(form) => (
            <>
              <TextField
                form={form}
                name="name"
                label={t.fields.name}
                placeholder={t.fields.namePlaceholder}
                required
              />
              <SwitchFields form={form} />
            </>
          )}
        </RecordDialog>
      )}
      remove={{ path: '/roles/:id', text: ({ usersCount }) => t.deleteText(usersCount) }}
    />
  )
}

function useRoleColumns(): Column<RoleView>[] {
  const { role: t, user } = useTexts('role', 'user')
  const format = useFormat()
  const rightsOf = (role: RoleView) =>
    switchNames.flatMap((name) => (role[name] ? [user.permissions[name]] : [])).join(', ')
  return [
    { id: 'name', header: t.fields.name, width: '240px', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'rights',
      compact: 'value',
      header: t.columns.rights,
      cell: (role) => rightsOf(role) || <NoValue />,
    },
    {
      id: 'users',
      compact: 'labelled',
      header: t.columns.users,
      width: '110px',
      sortValue: ({ usersCount }) => usersCount,
      cell: ({ usersCount }) => <span className="tabular">{format.number(usersCount)}</span>,
    },
  ]
}
