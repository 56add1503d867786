import type { FindingTexts } from '../../../src/host/doctor/finding.contract'

export const findings: FindingTexts = {
  checkFailed: ['No se pudo verificar: {error}', 'Infórmalo con la versión de Recado.'],

  lockHeld: ['Este proceso usa la carpeta de datos.'],
  lockLost: [
    'Este proceso perdió el bloqueo de la carpeta de datos.',
    'Reinícialo ya: otro podría escribir en los mismos archivos. Los sistemas de archivos en red pierden bloqueos; usa un disco local.',
  ],
  notRunning: ['Recado no está en ejecución.', 'Inícialo con recado start.'],
  notRunningCrashed: [
    'Recado no está en ejecución: su último proceso terminó sin ser detenido.',
    'Lee el final del registro, por ejemplo por falta de memoria, e inícialo con recado start.',
  ],
  lockElsewhere: [
    'El proceso {pid} en {host} usa la carpeta de datos y no responde.',
    'Si se ejecuta en un contenedor o en otra máquina, ejecuta este comando allí. Si se colgó, reinícialo.',
  ],

  catalogGood: ['El catálogo y todos los archivos de las empresas están íntegros ({count}).'],
  catalogMissing: ['{path} no existe.', 'Revisa DATA_DIR. El primer inicio crea el catálogo.'],
  catalogDamaged: [
    '{path} está dañado: {error}',
    'Detén Recado y vuelve a ponerlo: recado restore catalog --from BACKUP.',
  ],
  hostKeyBad: [
    '{path} no existe o no es una clave.',
    'Vuelve a ponerlo con recado restore catalog --from BACKUP: sin él nadie sigue conectado y se pierden los secretos guardados, como los de las conexiones.',
  ],
  companyDamaged: [
    'El archivo de la empresa {company} ({name}) está dañado: {error}',
    'Vuelve a ponerlo: recado restore {company} --from BACKUP --replace. Las otras empresas no se ven afectadas.',
  ],
  companyMissing: [
    'La empresa {company} ({name}) no tiene archivo.',
    'Vuelve a ponerlo con recado restore {company} --from BACKUP --replace o elimina la empresa en Empresas.',
  ],
  companyForeign: [
    'El archivo de la empresa {company} ({name}) pertenece a la empresa {owner}.',
    'Detén Recado y pon el archivo correcto en {path}.',
  ],
  companyUnlisted: [
    'La carpeta {path} no pertenece a ninguna empresa del catálogo.',
    'Es el resto de una eliminación o una copia. Sácala de la carpeta de datos cuando nadie la necesite.',
  ],
  companyReplaced: [
    'Una restauración reemplazó la empresa {company}: el estado anterior queda en {path} hasta {until}.',
    'Para volver a él: recado restore {company} --from-folder {path} --replace.',
  ],

  walGood: ['El mayor registro de escritura (WAL) tiene {megabytes} MB.'],
  walLarge: [
    'El registro de escritura (WAL) de {path} tiene {megabytes} MB.',
    'Un programa que lee el archivo impide que se acorte. Cierra ese programa, como una copia colgada, o reinicia Recado.',
  ],

  mediaGood: ['Los archivos y sus registros coinciden.'],
  mediaLost: [
    'A la empresa {company} ({name}) le faltan {count} archivos, como {example}.',
    'Copia su carpeta media de una copia de seguridad; los archivos existentes pueden quedarse. Las personas ven los demás como ausentes.',
  ],
  mediaUnrecorded: [
    'La empresa {company} ({name}) tiene {count} archivos sin registro ({megabytes} MB).',
    'Se eliminan cada noche a las 3:44. Mira en el registro por qué falló.',
  ],

  bucketNone: ['Los archivos están en la carpeta de datos.'],
  bucketGood: ['El bucket {bucket} responde.'],
  bucketBad: [
    '{error}.',
    'Hasta entonces los archivos esperan y los textos siguen. No se pierde nada; se intenta de nuevo cada minuto.',
  ],
  bucketUnset: [
    'La empresa {company} ({name}) tiene {count} archivos en un bucket, pero MEDIA_URL no está definida.',
    'Defínela de nuevo o trae antes los archivos con recado media move --to folder.',
  ],
  bucketWaiting: [
    'La empresa {company} ({name}) tiene {count} archivos que aún no están en el bucket.',
    'Se copian mientras Recado se ejecuta. Si el número no baja, mira en el registro por qué.',
  ],

  diskGood: ['Hay {gigabytes} GB libres, suficiente para más de {days} días al ritmo de la última semana.'],
  diskFilling: [
    'Hay {gigabytes} GB libres, suficiente para {days} días al ritmo de la última semana.',
    'Amplía el volumen o elimina lo que nadie necesita, como copias antiguas en él.',
  ],
  diskFull: [
    'Solo hay {megabytes} MB libres: no se reciben mensajes de WhatsApp.',
    'Libera espacio o amplía el volumen. Las conexiones vuelven solas.',
  ],
  diskLow: [
    'Solo hay {megabytes} MB libres: las cargas, las exportaciones y las descargas de archivos esperan.',
    'Libera espacio o amplía el volumen.',
  ],

  clockGood: ['El reloj difiere del de {server} en {seconds} s.'],
  clockOff: [
    'El reloj difiere del de {server} en {seconds} s.',
    'Activa la sincronización de la hora (timedatectl set-ntp true). Un reloj incorrecto cierra sesiones y rechaza certificados.',
  ],
  clockNotAsked: [
    'El reloj no se comparó: sin conexiones y sin PUBLIC_URL no hay servidor a quien preguntar.',
    'Define PUBLIC_URL o conecta un número.',
  ],
  clockNoAnswer: [
    'El reloj no se comparó: ninguna respuesta con la hora de {servers}.',
    'Revisa la red y el servidor de nombres.',
  ],

  fileLimitGood: ['{limit} archivos pueden estar abiertos a la vez.'],
  fileLimitLow: [
    'Solo {limit} archivos pueden estar abiertos a la vez.',
    'Auméntalo a 65536: LimitNOFILE en systemd, --ulimit nofile=65536 en Docker.',
  ],
  fileLimitUnknown: ['Este sistema no indica cuántos archivos pueden estar abiertos.'],

  socketGood: ['El canal en vivo en {address} llega a este proceso.'],
  socketElsewhere: [
    'El canal en vivo en {address} llega a otro proceso.',
    'PUBLIC_URL lleva a otro Recado. Corrígela, o el servidor de nombres o el proxy.',
  ],
  socketFailed: [
    'El canal en vivo en {address} no se abre: {error}',
    'Haz que el proxy inverso pase Upgrade y Connection (nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection "upgrade") y permite que esta máquina alcance su propia dirección.',
  ],
  noPublicUrl: [
    'PUBLIC_URL no está definida, así que nada se consultó por ella.',
    'Define la dirección con la que las personas entran.',
  ],
  socketNotAsked: ['El canal en vivo solo se prueba con Recado en ejecución.', 'Inícialo y examina de nuevo.'],

  certificateGood: ['El certificado de {host} vale hasta {until}.'],
  certificateEnds: [
    'El certificado de {host} vale hasta {until}, dentro de {days} días.',
    'Renuévalo. Caddy y certbot lo hacen 30 días antes: mira por qué no lo hicieron.',
  ],
  certificateOver: ['El certificado de {host} venció el {until}.', 'Renuévalo: los navegadores rechazan la dirección.'],
  certificateBad: [
    'El certificado de {host} se rechaza: {error}',
    'Instala uno para este nombre con su cadena completa. Los navegadores rechazan la dirección.',
  ],
  certificateNoAnswer: [
    '{host} no responde por TLS: {error}',
    'Revisa el proxy, el servidor de nombres y el firewall.',
  ],
  certificateNone: [
    'PUBLIC_URL no es https.',
    'Pon delante un proxy inverso con HTTPS: las contraseñas viajan legibles y los navegadores no graban voz.',
  ],

  linesNone: ['Ninguna empresa tiene conexiones aún.'],
  lineUp: ['{line} de la empresa {company} está conectada; último evento {at}.'],
  lineOff: ['{line} de la empresa {company} está desconectada, como alguien quiso; último evento {at}.'],
  lineDown: [
    '{line} de la empresa {company} no está conectada ({status}); último evento {at}. {error}',
    'Mira en Conexiones de la empresa. Una conexión que espera su código debe vincularse de nuevo.',
  ],
  lineStopped: ['{line} de la empresa {company}: último evento {at}.'],

  backupNone: [
    'No se hace ninguna copia de seguridad.',
    'Define BACKUP_TO con una carpeta en otro disco o un bucket, y BACKUP_PASSPHRASE. Operations › Backups lo explica.',
  ],
  backupComes: ['La primera copia en {target} aún se está haciendo.'],
  backupGood: ['La última copia en {target} es de {at}.'],
  backupOld: ['La última copia en {target} es de {at}.', 'Mira en el registro por qué no hubo otra después.'],
  backupFailed: [
    'La copia en {target} falla: {error} La última buena es de {at}.',
    'Revisa que el destino exista, tenga espacio y acepte escrituras. Entretanto no se pierde nada: las escrituras esperan en la carpeta de datos.',
  ],
  backupLacks: [
    'La copia de {at} no tiene {count} empresas.',
    'Sus archivos no se pudieron leer: busca archivos dañados arriba y en el registro.',
  ],
}
