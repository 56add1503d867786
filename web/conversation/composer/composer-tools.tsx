import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  Camera,
  Contact,
  MessageSquareText,
  LoaderCircle,
  Lock,
  Paperclip,
  PenLine,
  Plus,
  Sparkles,
  Video,
  Zap,
} from '../../ui/icons'
import { useRef, type RefObject, useMemo, useState } from 'react'
import { useActionCommands, useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { useConversationActions } from '../header/use-conversation-actions'
import { IconButton } from '../../ui/button/button'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useConversation } from '../state/conversation-context'
import { EmojiPopover } from '../../message/emoji/emoji-popover'
import { onFilesChosen } from '../../message/composer/composer-controls'
import { useSignature } from './use-signature'
import type { Command } from '../../app/command-registry'
import { useApp } from '../../app/app-context'
import { useAttempt } from '../../ui/form/use-attempt'

interface ToolsProps {
  onFiles: (files: readonly File[]) => void
  text: RefObject<HTMLTextAreaElement | null>
  onlyPrivate: boolean
}

/** Beneath the text: attachments, emoji, private notes and the signature. */
export function ComposerTools({ onFiles, text, onlyPrivate }: ToolsProps) {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const picker = useRef<HTMLInputElement>(null)
  const { items, suggestion, signature, isPrivate, togglePrivate } = useTools(onlyPrivate, () =>
    picker.current?.click(),
  )
  return (
    <div className="composer-tools row gap-0">
      <Menu side="top" items={items} trigger={(trigger) => <IconButton {...trigger} icon={Plus} label={t.attach} />} />
      <input ref={picker} type="file" multiple hidden onChange={onFilesChosen(onFiles)} />
      <EmojiPopover text={text} onText={(value) => (composer.text.value = value)} />
      {suggestion && (
        <IconButton
          className="composer-switch"
          icon={suggestion.isAsked ? LoaderCircle : Sparkles}
          label={suggestion.isAsked ? t.suggesting : t.suggest}
          aria-busy={suggestion.isAsked}
          onClick={suggestion.ask}
        />
      )}
      {!onlyPrivate && (
        <IconButton
          className="composer-switch"
          icon={Lock}
          label={`${t.private}. ${t.privateHint}`}
          pressed={isPrivate}
          onClick={togglePrivate}
        />
      )}
      {signature.enabled && (
        <IconButton
          className="composer-switch"
          icon={PenLine}
          label={`${t.sign}. ${t.signHint}`}
          pressed={signature.on}
          onClick={signature.toggle}
        />
      )}
    </div>
  )
}

/** The tools that change the text. It has the focus afterwards, so that what is typed next runs no shortcut. */
function useTextTools() {
  const { composer } = useConversation()
  return {
    togglePrivate() {
      composer.isPrivate.value = !composer.isPrivate.peek()
      composer.focusWanted.value += 1
    },
    openQuickReplies() {
      if (composer.text.peek() === '') composer.text.value = '/'
      composer.focusWanted.value += 1
    },
  }
}

/** What the channel, the plan and the user's settings offer: the entries of the menu, which are commands of the palette, too. */
function useTools(onlyPrivate: boolean, attach: () => void) {
  const { composer, view, model, hasAssistance } = useConversation()
  const texts = useTexts()
  const t = texts.message.composer
  const signature = useSignature()
  const suggestion = useSuggestion()
  const { meeting, flow, macro } = useConversationActions()
  const isPrivate = onlyPrivate || composer.isPrivate.value
  const isEmpty = useComputed(() => composer.text.value === '').value
  usePrivateCommand(!onlyPrivate)
  const suggests = !onlyPrivate && hasAssistance.value
  const { contactCard, templates } = channelRules[model.ticket.value.channel]
  const card = !isPrivate && contactCard
  const template = !isPrivate && templates
  const takePhoto = () => (view.dialog.value = { kind: 'camera' })
  const sendTemplate = () => (view.dialog.value = { kind: 'template' })
  const sendCard = () => (view.dialog.value = { kind: 'send-contact' })

  const { togglePrivate, openQuickReplies } = useTextTools()

  useActionCommands(texts.conversation.actions.group, [
    { label: t.attachFile, keywords: t.attach, icon: Paperclip, run: attach },
    { label: t.camera, icon: Camera, run: takePhoto },
    ...(suggests ? [{ label: t.suggest, icon: Sparkles, run: suggestion.ask }] : []),
    ...(template ? [{ label: t.sendTemplate, icon: MessageSquareText, run: sendTemplate }] : []),
    ...(card ? [{ label: t.sendContact, icon: Contact, run: sendCard }] : []),
    { label: t.insertQuickReply, icon: MessageSquareText, run: openQuickReplies },
    ...(signature.enabled ? [{ label: t.sign, icon: PenLine, run: signature.toggle }] : []),
  ])

  const items: (MenuItem | false | undefined)[] = [
    { label: t.attachFile, icon: Paperclip, onSelect: attach },
    { label: t.camera, icon: Camera, onSelect: takePhoto },
    suggests && { label: t.suggest, icon: Sparkles, onSelect: suggestion.ask },
    template && { label: t.sendTemplate, icon: MessageSquareText, onSelect: sendTemplate },
    card && { label: t.contact, icon: Contact, onSelect: sendCard },
    !isPrivate && meeting && { label: t.meeting, icon: Video, onSelect: meeting.run },
    !isPrivate && flow && { label: flow.label, icon: flow.icon, onSelect: flow.run },
    isEmpty && { label: t.insertQuickReply, icon: Zap, onSelect: openQuickReplies },
    { label: macro.label, icon: macro.icon, onSelect: macro.run },
    'separator',
    !onlyPrivate && { label: t.private, checked: isPrivate, closes: true, onSelect: togglePrivate },
    signature.enabled && { label: t.sign, checked: signature.on, onSelect: signature.toggle },
  ]

  return {
    items: items.filter((item) => item !== false && item !== undefined),
    suggestion: suggests ? suggestion : undefined,
    signature,
    isPrivate,
    togglePrivate,
  }
}

/** Switches between a private note and a message, from the palette or by key, and continues in the text. */
function usePrivateCommand(offered: boolean) {
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

/** Requests a suggested reply and appends it to the composer's text. It is never sent by itself. */
function useSuggestion() {
  const { model, composer } = useConversation()
  const { api } = useApp()
  const attempt = useAttempt()
  const [isAsked, setAsked] = useState(false)

  async function ask() {
    if (isAsked) return
    setAsked(true)
    composer.focusWanted.value += 1
    await attempt(async () => {
      const { text } = await api.post('/tickets/:id/suggested-reply', { params: { id: model.ticket.peek().id } })
      composer.add(text)
    })
    setAsked(false)
  }

  return { isAsked, ask: () => void ask() }
}
