import { useMemo } from 'react'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { Lock } from '../../ui/icons'
import { useConversation } from '../state/conversation-context'

/** Switches between a private note and a message, from the palette or by key, and continues in the text. */
export function usePrivateCommand(offered: boolean) {
  const { composer } = useConversation()
  const texts = useTexts()
  const { private: label } = texts.message.composer
  const { group } = texts.conversation.actions
  const commands = useMemo((): Command[] => {
    function run() {
      composer.isPrivate.value = !composer.isPrivate.peek()
      composer.focusWanted.value += 1
    }
    return offered ? [{ id: 'composer.private', label, group, icon: Lock, shortcut: 'a v', run }] : []
  }, [composer, label, group, offered])
  useCommands(commands)
}
