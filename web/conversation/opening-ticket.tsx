import type { TicketView } from '../../src/ticket/ticket.answers'
import { writeBarOf } from '../../src/message/message.policy'
import { useTexts } from '../i18n/i18n'
import { OpeningComposer, type OpeningComposerProps } from './composer/opening-composer'
import { OpeningPane, type OpeningState } from '../message/opening/opening-pane'
import { Avatar } from '../ui/display/avatar'
import { Skeleton } from '../ui/feedback/feedback'
import { TicketAbout, BackToList } from './header/header-parts'

interface OpeningTicketProps extends OpeningComposerProps {
  state: OpeningState
  /** The ticket as shown in its row; undefined when no list contains it. */
  ticket: TicketView | undefined
}

export function OpeningTicket({ state, ticket, ...composer }: OpeningTicketProps) {
  const t = useTexts().conversation
  const mayWrite = !ticket || writeBarOf(ticket.status, ticket.contact.active) === undefined
  return (
    <OpeningPane label={t.region} state={state} composer={mayWrite ? <OpeningComposer {...composer} /> : null}>
      <BackToList />
      <div className="conversation-who grows row gap-3">
        {ticket ? (
          <Avatar name={ticket.contact.name} src={ticket.contact.urlPicture} size={38} />
        ) : (
          <Skeleton shape="circle" width={38} height={38} />
        )}
        <span className="conversation-names">
          <span className="conversation-name truncate" dir="auto">
            {ticket ? ticket.contact.name : <Skeleton width={160} />}
          </span>
          {ticket && <TicketAbout ticket={ticket} />}
        </span>
      </div>
    </OpeningPane>
  )
}
