import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import * as v from 'valibot'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { ChatBody } from '../../src/internal-chat/internal-chat.contract'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { useUi } from '../ui/context/ui-context'
import { optionsOf } from '../ui/select/option'
import { useLookup } from '../app/use-fetched'
import { TextField } from '../ui/form/text-field'

const ChatForm = v.object({
  title: ChatBody.entries.title,
  users: v.pipe(v.array(v.number()), v.minLength(1, 'required')),
})

export function ChatDialog({ chat, close }: { chat: ChatView | undefined; close: () => void }) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const { api, navigation } = useApp()
  const me = useUser()
  const { toast } = useUi()
  const saved = useRef<ChatView>(undefined)
  const people = usePeople(me.id)
  const form = useForm({
    schema: ChatForm,
    initial: {
      title: chat?.title ?? '',
      users: (chat?.users ?? []).map(({ userId }) => userId).filter((id) => id !== me.id),
    },
    save: async (body) => {
      saved.current = await (chat
        ? api.put('/chats/:id', { params: { id: chat.id }, body })
        : api.post('/chats', { body }))
    },
  })
  const { title, users } = form.fields

  function onSaved() {
    toast.success(chat ? t.saved : t.created)
    close()
    if (!chat && saved.current) void navigation.go(links.chat(saved.current.uuid))
  }

  return (
    <FormDialog
      title={chat ? t.editTitle : t.addTitle}
      form={form}
      incomplete={title.value.value.trim() === '' || users.value.value.length === 0}
      close={close}
      onSaved={onSaved}
    >
      <TextField form={form} name="title" label={t.fields.title} required maxLength={100} />
      <FormField form={form} name="users" label={t.fields.users} required>
        {(field) => (
          <MultiCombobox
            {...field}
            options={people}
            selected={chat?.users.map(({ user }) => ({ value: user.id, label: user.name })) ?? []}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

/** All users except oneself. */
function usePeople(myId: number) {
  const users = useLookup((api, signal) => api.get('/users/list', { signal }))
  return optionsOf(users?.filter(({ id }) => id !== myId))
}
