import { recordTexts } from './record'

/** Texts of the screen of roles; the permissions' names are those of users. */
export const role = {
  ...recordTexts({ one: 'papel', gender: 'm' }),
  title: 'Papéis',
  emptyText: 'Dê um nome a um conjunto de permissões, como “Supervisor”, e escolha esse papel nos usuários.',
  columns: { rights: 'Permissões', users: 'Usuários' },
  fields: { name: 'Nome', namePlaceholder: 'Ex.: Supervisor' },
  deleteText: (users: number) =>
    users === 0
      ? 'Nenhum usuário tem este papel.'
      : `${users === 1 ? 'Quem tem este papel fica' : `Os ${users} usuários com este papel ficam`} com as permissões de agora, que voltam a ser alteradas em cada usuário.`,
}
