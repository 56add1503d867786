import type { MacroView } from '../../src/macro/macro.record'
import { canChangeMacro } from '../../src/macro/macro.policy'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import type { Column } from '../ui/table/data-table'
import { Lock, Users, Wand } from '../ui/icons'
import { MacroDialog } from './macro-dialog'

const macros = recordSource('/macros', { live: 'macro' })
export const load = recordLoader(macros)

export function page({ data }: PageProps<ListPage<MacroView>>) {
  const t = useTexts('macro').macro
  const actor = actorOf(useUser())
  return (
    <RecordsPage
      list={useRecordList(macros, data)}
      texts={t}
      icon={Wand}
      columns={useColumns()}
      form={(macro, close) => <MacroDialog macro={macro} close={close} />}
      mayEdit={(macro) => canChangeMacro(actor, macro)}
      remove={{ may: (macro) => canChangeMacro(actor, macro), path: '/macros/:id' }}
    />
  )
}

function useColumns(): Column<MacroView>[] {
  const { macro: t, conversation } = useTexts('macro')
  return [
    { id: 'name', header: t.columns.name, width: '240px', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'steps',
      compact: 'value',
      header: t.columns.steps,
      cell: ({ steps }) => steps.map(({ kind }) => conversation.macros.kinds[kind]).join(' → '),
    },
    {
      id: 'user',
      header: t.columns.user,
      width: '160px',
      wideOnly: true,
      cell: ({ user }) => user?.name ?? <span className="subtle">{t.noOwner}</span>,
    },
    {
      id: 'shared',
      compact: 'value',
      header: t.columns.shared,
      width: '190px',
      cell: ({ shared }) => <Visibility shared={shared} />,
    },
  ]
}

function Visibility({ shared }: { shared: boolean }) {
  const { everyone, mine } = useTexts('macro').macro
  const text = shared ? everyone : mine
  const Icon = shared ? Users : Lock
  return (
    <span className="macro-visibility row">
      <Icon size={16} aria-hidden /> {text}
    </span>
  )
}
