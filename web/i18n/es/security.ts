export const security = {
  title: 'Seguridad',
  open: 'Seguridad de la cuenta',
  codeStep: {
    title: 'Verificación en dos pasos',
    text: 'Abre tu aplicación de autenticación e ingresa el código de 6 dígitos de esta cuenta.',
    code: 'Código',
    recoveryText: 'Ingresa uno de los códigos de recuperación que guardaste. Cada uno sirve una sola vez.',
    recoveryCode: 'Código de recuperación',
    useRecovery: 'No tengo mi teléfono',
    useApp: 'Usar la aplicación',
    lost: '¿Sin teléfono y sin códigos? Un administrador de tu empresa puede restablecer la verificación en Usuarios.',
    enter: 'Entrar',
    entering: 'Entrando…',
    back: 'Volver',
  },
  setUpPage: {
    title: 'Protege tu cuenta',
    text: 'La verificación en dos pasos es obligatoria aquí. Configura la tuya para continuar.',
    logout: 'Salir',
  },
  twoStep: {
    title: 'Verificación en dos pasos',
    about: 'Además de la contraseña, un código de tu teléfono. Quien descubra tu contraseña no entra.',
    required: 'La verificación en dos pasos es obligatoria para tu cuenta.',
    off: 'Desactivada',
    on: (date: string) => `Activa desde el ${date}`,
    codesLeft: (count: number) =>
      count === 0
        ? 'No quedan códigos de recuperación. Genera otros.'
        : count === 1
          ? 'Queda 1 código de recuperación'
          : `Quedan ${count} códigos de recuperación`,
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    turnedOff: 'Verificación en dos pasos desactivada',
    renewCodes: 'Generar códigos nuevos',
  },
  setUp: {
    title: 'Activar la verificación en dos pasos',
    passwordText: 'Para empezar, confirma tu contraseña.',
    password: 'Contraseña actual',
    next: 'Continuar',
    scanText:
      'Escanea este código QR con una aplicación de autenticación, como Google Authenticator, Microsoft Authenticator o 1Password. Luego ingresa el código que muestra.',
    qrLabel: 'Código QR para la aplicación de autenticación',
    secret: '¿No puedes escanearlo? Escribe esta clave en la aplicación',
    copy: 'Copiar',
    copied: 'Copiado',
    code: 'Código de 6 dígitos',
    confirm: 'Activar',
  },
  recovery: {
    title: 'Códigos de recuperación',
    text: 'Guarda estos códigos fuera del teléfono. Cada uno reemplaza a la aplicación una sola vez. No se muestran de nuevo.',
    list: 'Códigos de recuperación',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Descargar',
    fileName: 'codigos-de-recuperacion.txt',
    saved: 'Guardé los códigos',
  },
  confirm: {
    offTitle: 'Desactivar la verificación en dos pasos',
    offText: 'Tu cuenta volverá a abrirse solo con la contraseña.',
    codesTitle: 'Generar códigos de recuperación nuevos',
    codesText: 'Los códigos anteriores dejan de servir.',
    password: 'Contraseña actual',
    code: 'Código de la aplicación o de recuperación',
  },
  devices: {
    title: 'Dispositivos',
    about: 'Tu cuenta está abierta en un dispositivo a la vez: entrar en otro termina la sesión anterior.',
    place: 'Mostramos la dirección de red, no la ciudad: las direcciones no la indican con seguridad.',
    present: 'Abierto ahora',
    isNew: 'Nuevo',
    unknown: 'Dispositivo desconocido',
    on: (browser: string, system: string) => `${browser} en ${system}`,
    last: (address: string, at: string) => `${address} · último acceso el ${at}`,
    noAddress: 'sin dirección',
    confirm: 'Fui yo',
    forget: 'Olvidar',
    forgotten: 'Dispositivo olvidado. El próximo acceso ahí se avisará.',
    signOut: 'Salir de este dispositivo',
    none: 'Todavía no hay dispositivos registrados.',
    notMine: '¿No reconoces alguno? Cambia tu contraseña en Editar perfil y activa la verificación en dos pasos.',
    announced: (count: number) =>
      count === 1
        ? 'Tu cuenta se abrió en un dispositivo nuevo.'
        : `Tu cuenta se abrió en ${count} dispositivos nuevos.`,
    see: 'Revisar',
  },
}
