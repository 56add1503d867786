import { useTags } from '../../contact/use-tags'
import { useTexts } from '../../i18n/i18n'
import { QueueQuestion } from '../../ticket/actions/accept-dialog'
import { TransferQuestion } from '../../ticket/actions/transfer-question'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { PickList, type PickOption } from '../../ui/select/pick-list'
import type { RefusedTicket } from '../state/inbox-context'
import { useBulkChange } from './use-bulk-change'
import { optionsOf } from '../../ui/select/option'

interface BulkDialogProps {
  ids: readonly number[]
  onClose: () => void
}

export function BulkAcceptDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  return <QueueQuestion onChoose={(queueId) => change(ids, { action: 'accept', queueId })} onClose={onClose} />
}

export function BulkTransferDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  const texts = useTexts('ticketDialog')
  const { transfer } = texts.ticketDialog
  return (
    <TransferQuestion
      title={transfer.title}
      description={texts.ticket.selection.count(ids.length)}
      action={transfer.send}
      queueId={null}
      userId={null}
      hasMessage
      onSend={(target) => change(ids, { action: 'transfer', ...target })}
      onClose={onClose}
    />
  )
}

export function BulkTagDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  const texts = useTexts()
  const t = texts.ticket.selection
  const tags = useTagOptions()
  return (
    <Dialog
      open
      size="s"
      title={t.tag}
      description={t.count(ids.length)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.ui.cancel}</Button>}
    >
      <PickList
        label={t.tag}
        placeholder={t.searchTag}
        groups={[{ heading: texts.ticket.filter.tags, options: tags ?? [] }]}
        value={null}
        onPick={(tagId) => void change(ids, { action: 'tag', tagId })}
        none={tags ? t.noTag : texts.ui.loading}
      />
    </Dialog>
  )
}

function useTagOptions(): readonly PickOption<number>[] | undefined {
  const tags = useTags()
  return tags && optionsOf(tags)
}

interface RefusedDialogProps {
  refused: readonly RefusedTicket[]
  count: number
  onClose: () => void
}

/** Names each ticket that stays as it was, and why. They remain selected. */
export function RefusedDialog({ refused, count, onClose }: RefusedDialogProps) {
  const texts = useTexts()
  const t = texts.ticket.selection
  return (
    <Dialog
      open
      size="s"
      title={t.refusedTitle(refused.length, count)}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {texts.ui.ok}
        </Button>
      }
    >
      <ul className="refused-tickets stack gap-3">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <b dir="auto">{name}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
