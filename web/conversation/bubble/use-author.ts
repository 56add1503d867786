import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import type { ShownMessage } from '../../message/shown-message'
import { useConversation } from '../state/conversation-context'

interface Author {
  /** The name as shown to the reader: "Você" for the reader. */
  name: string
  /** The name whose initials replace a missing picture. */
  face: string
  picture: string
  isReader: boolean
}

/** Returns the author as shown to others: users by name, other messages of ours by their origin. */
export function useAuthor({ fromMe, user, contact }: ShownMessage): Author {
  useSignals()
  const t = useTexts().message
  const me = useUser()
  const { model } = useConversation()
  if (fromMe && user?.id === me.id) return { name: t.you, face: me.name, picture: me.profileImage, isReader: true }
  const isReader = false
  if (fromMe) return { name: user?.name ?? t.automatic, face: user?.name ?? t.automatic, picture: '', isReader }
  const { name, urlPicture } = contact ?? model.rowTicket.value.contact
  return { name, face: name, picture: urlPicture, isReader }
}
