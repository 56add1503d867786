import { recordTexts } from './record'

export const role = {
  ...recordTexts({ one: 'rol', many: 'roles', gender: 'm' }),
  title: 'Roles',
  emptyText: 'Ponle un nombre a un conjunto de permisos, como “Supervisor”, y elige ese rol en los usuarios.',
  columns: { rights: 'Permisos', users: 'Usuarios' },
  fields: { name: 'Nombre', namePlaceholder: 'Ej.: Supervisor' },
  deleteText: (users: number) =>
    users === 0
      ? 'Ningún usuario tiene este rol.'
      : `${users === 1 ? 'Quien tiene este rol conserva' : `Los ${users} usuarios con este rol conservan`} los permisos de ahora, que vuelven a cambiarse en cada usuario.`,
}
