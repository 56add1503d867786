import { recordTexts } from './record'

export const role = {
  ...recordTexts({ one: 'role' }),
  title: 'Roles',
  emptyText: 'Give a set of permissions a name, such as “Supervisor”, and choose that role in users.',
  columns: { rights: 'Permissions', users: 'Users' },
  fields: { name: 'Name', namePlaceholder: 'E.g. Supervisor' },
  deleteText: (users: number) =>
    users === 0
      ? 'No user has this role.'
      : `${users === 1 ? 'The user with this role keeps' : `The ${users} users with this role keep`} the permissions they have now, which can then be changed in each user.`,
}
