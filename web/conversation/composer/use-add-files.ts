import { useFormat, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { fileRuleOf } from '../../../src/channel/channel-files.contract'
import { type ChannelName, channelRules } from '../../../src/channel/channel-rules.contract'
import { useConversation } from '../state/conversation-context'

const filesMax = 30

/** Notes stay with colleagues. */
const ruleOfNotes = (channel: ChannelName) => ({ way: 'document', bytesMax: channelRules[channel].fileBytesMax })

export function useAddFiles() {
  const { model, composer } = useConversation()
  const t = useTexts().message.composer
  const format = useFormat()
  const { toast } = useUi()
  return (files: readonly File[]) => {
    const { channel } = model.ticket.peek()
    const room = filesMax - composer.attachments.peek().length
    const good = files.filter((file) => {
      if (file.size === 0) toast.warning(t.emptyFile(file.name))
      else {
        const { way, bytesMax } = composer.isPrivate.peek() ? ruleOfNotes(channel) : fileRuleOf(channel, file)
        if (way !== 'refused' && file.size <= bytesMax) return true
        if (way === 'refused') toast.warning(t.wrongType(file.name))
        else toast.warning(t.tooLarge(file.name, format.fileSize(bytesMax)))
      }
      return false
    })
    if (good.length > room) toast.warning(t.tooMany(filesMax))
    if (good.length > 0) composer.addFiles(good.slice(0, room))
  }
}
