// Lo que se dice en las partidas con otras personas a través de un servidor.

/** Lo que un hallazgo necesita para decirse; lo que no le toca queda vacío. */
export interface FindingFacts {
  name: string; // de quién se trata
  number: number; // de la jugada, de la tirada o del suceso
  wanted: string; // lo que sale de los secretos
  told: string; // lo que dijo el servidor
}

export const onlineEs = {
  verdict: {
    nothing: 'En esta partida no se sortea nada.',
    pending: 'Podrá comprobarse cuando acabe la partida y el servidor muestre su secreto.',
    fairAll: 'Todo cuadra: nadie ha podido elegir los dados, tampoco el servidor.',
    fairServer:
      'Todo cuadra con el secreto que el servidor fijó antes de empezar. Como todas las partes eran suyas, hay que fiarse de que no lo eligió.',
    wrong: 'Algo no cuadra. No te fíes de los dados de esta partida.',
  },
  findings: {
    'events-missing': ({ number }: FindingFacts) => `Faltan sucesos de la partida a partir del número ${number}.`,
    'no-source': () => 'Se ha tirado o sorteado sin que nadie dijera antes de dónde sale.',
    'no-start': () => 'La partida terminó sin haber empezado.',
    'terms-wrong': ({ wanted, told }: FindingFacts) =>
      `Lo que se fijó vale para «${told}», y la partida es «${wanted}».`,
    'server-commitment-broken': () => 'Lo que el servidor fijó al principio no se puede leer.',
    'server-secret-missing': () => 'El servidor no ha mostrado su secreto al acabar.',
    'server-secret-broken': () => 'El secreto que muestra el servidor no se puede leer.',
    'server-secret-wrong': () => 'El secreto del servidor no es el que fijó al principio.',
    'commitment-missing': ({ name }: FindingFacts) => `Falta lo que ${name} fijó al principio.`,
    'commitment-broken': ({ name }: FindingFacts) => `Lo que ${name} fijó al principio no se puede leer.`,
    'commitment-twice': ({ name }: FindingFacts) => `${name} fijó su secreto dos veces.`,
    'commitment-late': ({ name }: FindingFacts) => `${name} fijó su secreto cuando ya se conocía alguno de los demás.`,
    'reveal-missing': ({ name }: FindingFacts) => `${name} no mostró su secreto.`,
    'reveal-broken': ({ name }: FindingFacts) => `El secreto de ${name} no se puede leer.`,
    'reveal-twice': ({ name }: FindingFacts) => `${name} mostró un secreto dos veces.`,
    'reveal-late': ({ name }: FindingFacts) => `El secreto de ${name} se mostró con la partida ya empezada.`,
    'secret-wrong': ({ name }: FindingFacts) => `El secreto de ${name} no es el que fijó al principio.`,
    'part-unasked': ({ name }: FindingFacts) => `${name} puso una parte que nadie esperaba.`,
    'own-part-changed': () => 'La parte de tu aparato no es la que envió.',
    'lots-wrong': ({ wanted, told }: FindingFacts) => `El sorteo de asientos daba ${wanted}, y se dijo ${told}.`,
    'seats-wrong': ({ wanted, told }: FindingFacts) =>
      `Los asientos no se sorteaban: tocaba ${wanted}, y se dijo ${told}.`,
    'throw-wrong': ({ number, wanted, told }: FindingFacts) =>
      `La tirada ${number} para empezar era ${wanted}, y se dijo ${told}.`,
    'throws-count': ({ wanted, told }: FindingFacts) =>
      `Para empezar hacían falta ${wanted} tiradas, y se contaron ${told}.`,
    'starter-wrong': ({ wanted, told }: FindingFacts) =>
      `Según las tiradas empezaba el asiento ${wanted}, y empezó el ${told}.`,
    'roll-wrong': ({ number, wanted, told }: FindingFacts) =>
      `En la jugada ${number} los dados daban ${wanted}, y se dijo ${told}.`,
  },
  server: 'el servidor',
  player: (n: number) => `la persona ${n}`,
  none: 'nada',
};

export type OnlineTexts = typeof onlineEs;
