import { type Name, type NameParts, splitParts } from './names.ts';
import type { Random } from './random.ts';

type Culture = { given: NameParts; family: NameParts };

const buildCulture = (given: string, family: string): Culture => ({
  given: splitParts(given, ' '),
  family: splitParts(family, ' '),
});

const cultures = {
  english: buildCulture(
    'Adam Alice Amy Andrew Ben Caroline Charlotte Claire Daniel David Edward Eleanor Emily Emma Grace Hannah Helen Henry Jack James Jessica Kate Laura Liam Lucy Mark Matthew Megan Michael Natalie Nathan Noah Olivia Oliver Paul Peter Rachel Rebecca Robert Ruth Samuel Sarah Simon Sophie Stephen Susan Thomas Tom Victoria William Zoë',
    'Alderson Archer Atwood Barker Bennett Blake Bradley Brennan Burton Campbell Carter Chapman Clarke Collins Cooper Crawford Davies Dixon Dunn Ellis Evans Fisher Fletcher Foster Fraser Gibson Graham Grant Griffin Hale Harper Harris Hayes Hughes Hunter Jenkins Kelly Kennard Lawson Marsh Mason Mitchell Morgan Murray Nolan Palmer Parsons Porter Reid Reynolds Rhodes Saunders Shaw Spencer Stewart Sutton Turner Walker Wallace Ward Watts Webster Wheeler Wright',
  ),
  german: buildCulture(
    'Anna Annika Bernd Christian Clara Dirk Elke Felix Florian Franziska Georg Greta Hannes Jan Johanna Jonas Julia Jürgen Karin Katharina Lena Lukas Markus Matthias Max Miriam Moritz Niklas Paula Philipp Sabine Stefan Tobias Uwe',
    'Albrecht Bachmann Baumann Becker Böhm Brandt Dietrich Engel Fischer Frank Friedrich Fuchs Graf Groß Haas Hartmann Heinrich Hoffmann Huber Jäger Keller Koch Köhler Krämer Kuhn Lang Lehmann Lorenz Maier Möller Müller Neumann Pfeiffer Richter Schäfer Schreiber Schröder Schulte Seidel Sommer Vogel Wagner Weber Winkler Zimmermann',
  ),
  french: buildCulture(
    'Agathe Alexandre Amélie Antoine Aurélie Baptiste Camille Céline Chloé Clément Élodie Étienne Fabien François Hélène Hugo Inès Julien Laurent Léa Lucie Manon Margaux Mathilde Maxime Nicolas Olivier Pauline Pierre Quentin Romain Sébastien Thibault Valérie',
    'Arnaud Aubert Barbier Benoît Bertrand Besson Blanchard Bonnet Bouvier Brunet Carpentier Chevalier Colin Delorme Dubois Dufour Dupuis Faure Fontaine Gaillard Garnier Gauthier Girard Guérin Lacroix Lambert Leclerc Lefèvre Lemaire Marchand Masson Mercier Meunier Moreau Morin Noël Perrin Renaud Rousseau Roussel Vasseur Vidal',
  ),
  dutch: buildCulture(
    'Anouk Bart Bram Daan Eline Femke Floor Gijs Hanneke Iris Jasper Jeroen Joost Koen Lotte Maarten Marieke Niels Pieter Roos Ruben Sander Sanne Thijs Wouter',
    'Bakker Boer Bos Brouwer Dekker Dijkstra Hoekstra Jansen Kok Koster Kuiper Mulder Peters Postma Prins Schouten Smit Timmermans Veenstra Verbeek Vermeulen Visser Vos Willems Wolters',
  ),
  nordic: buildCulture(
    'Aino Anders Astrid Björn Camilla Eero Elin Emil Erik Freja Gustav Hanna Henrik Ida Ingrid Johan Kaisa Karin Kirsten Lars Linnea Magnus Maja Mikkel Nils Oskari Oskar Petra Rasmus Sanna Sigrid Sofie Søren Terhi Tuomas Ville Åsa',
    'Aalto Ahlström Andersen Berglund Björk Bjørnstad Blom Christensen Dahl Ekman Engström Forsberg Friis Gustafsson Hagen Hallberg Hansen Heikkinen Holm Jensen Jørgensen Karlsson Korhonen Laine Lindgren Lund Lundberg Mäkinen Moberg Nilsen Nordin Nyström Olsson Rasmussen Rønning Sandberg Sjöberg Solberg Söderlund Strand Sundström Toivonen Virtanen Wikström Åkesson Østergaard',
  ),
  spanish: buildCulture(
    'Alejandra Álvaro Ana Andrés Beatriz Carlos Carmen Diego Elena Emilio Esteban Fernanda Gabriel Gonzalo Inés Ignacio Isabel Javier Jorge Juan Laura Lucía Luis Manuel María Mariana Marta Mateo Nuria Óscar Pablo Paula Rafael Ramón Santiago Sofía Teresa Valentina Ximena',
    'Aguilar Alonso Álvarez Arroyo Blanco Bravo Cabrera Calderón Campos Castillo Cortés Delgado Domínguez Espinoza Fuentes García Gil Gómez Guerrero Herrera Ibáñez Jiménez León Lozano Marín Medina Mendoza Molina Montes Moreno Muñoz Navarro Núñez Ortega Peña Prieto Ramos Reyes Rivas Romero Salazar Serrano Soto Suárez Torres Valdés Vargas Vega Zamora',
  ),
  portuguese: buildCulture(
    'Ana André Beatriz Bruno Caio Camila Catarina Clara Daniela Diogo Duarte Eduardo Fábio Fernanda Filipe Gustavo Helena Inês Isabela João Joana José Juliana Larissa Leonardo Luísa Marcelo Mariana Miguel Nuno Paulo Pedro Rafaela Renata Ricardo Rita Thiago Tiago Vitória',
    'Almeida Alves Amaral Araújo Azevedo Barbosa Barros Batista Borges Braga Cardoso Carvalho Coelho Correia Costa Cunha Dias Duarte Esteves Faria Fonseca Freitas Gomes Gonçalves Lopes Macedo Machado Magalhães Marques Martins Matos Melo Moraes Moura Nogueira Nunes Pacheco Pinto Queiroz Ramos Rocha Sampaio Santos Simões Tavares Teixeira Vieira',
  ),
  italian: buildCulture(
    'Alessandro Alice Andrea Beatrice Chiara Davide Elena Elisa Fabio Federica Francesca Giacomo Giorgia Giovanni Giulia Ilaria Lorenzo Luca Marco Martina Matteo Nicola Paola Pietro Riccardo Sara Simone Stefano Tommaso Valentina',
    'Amato Barbieri Basile Bellini Benedetti Bianchi Bruno Caruso Colombo Conti Coppola Costa Deluca Esposito Fabbri Farina Ferrara Fontana Gallo Gentile Grassi Greco Leone Lombardi Mancini Mariani Marino Martinelli Messina Monti Moretti Neri Orlando Pellegrini Ricci Rinaldi Romano Rossetti Sala Santoro Serra Testa Valentini Villa Vitale',
  ),
  slavic: buildCulture(
    'Agnieszka Aleksandra Andrei Anton Bartosz Dmitri Ewa Gosia Irena Ivan Jakub Jana Kamil Katarzyna Kateřina Łukasz Magda Marek Michal Milena Mirek Nadia Oksana Olga Ondřej Pavel Petr Piotr Radek Taras Tomáš Vera Wojciech Yulia Zuzana Željko',
    'Adamczyk Bielak Bondarenko Černý Dąbrowski Dvořák Fiala Horák Horvat Ivanov Jankowski Jovanović Kamiński Kolář Kovač Kovalenko Kowalczyk Kozłowski Kravchenko Král Lis Malinowski Marković Mazur Melnyk Morozov Novák Nowak Pavlović Petrenko Petrov Pokorný Popov Sadowski Savchenko Sokolov Svoboda Szymański Tkachenko Veselý Volkov Wiśniewski Wójcik Zając Zelenko',
  ),
  indian: buildCulture(
    'Aarav Aditi Aditya Ajay Ananya Anil Anjali Arjun Asha Deepa Deepak Divya Gaurav Ishaan Kavya Karthik Lakshmi Manish Meera Mohan Neha Nikhil Pooja Prakash Priya Rahul Rajesh Ramya Ravi Rohan Sameer Sandeep Sanjay Shreya Sneha Sunita Suresh Swati Tara Uma Varun Vikram Vivek',
    'Agarwal Ahuja Banerjee Bhat Bhatia Bose Chandra Chatterjee Chauhan Chopra Das Desai Deshpande Dutta Garg Ghosh Gupta Hegde Iyer Jain Joshi Kapoor Khanna Krishnan Kulkarni Kumar Malhotra Mehta Menon Mishra Mukherjee Nair Pandey Patel Pillai Prasad Rajan Rangan Rao Reddy Saxena Sen Shah Sharma Shetty Singh Srinivasan Subramanian Trivedi Varma Verma',
  ),
  chinese: buildCulture(
    'Bin Bo Chen Cheng Dan Fang Feng Guo Hao Hong Hui Jia Jian Jie Jing Jun Kai Lan Lei Li Lin Ling Mei Min Ming Na Ning Peng Ping Qiang Qing Rui Shan Tao Ting Wei Wen Xin Xiu Yan Yang Yi Ying Yong Yu Yue Zhen',
    'Bai Cai Cao Chang Chen Deng Ding Dong Du Fan Fang Feng Gao Gong Guo Han He Hou Hu Huang Jiang Jin Kong Lai Liang Lin Liu Lu Luo Ma Meng Pan Peng Qian Qin Shen Shi Song Su Sun Tan Tang Tian Wan Wang Wei Wu Xiao Xie Xu Yan Yang Yao Ye Yin Yuan Zeng Zhang Zhao Zheng Zhou Zhu',
  ),
  japanese: buildCulture(
    'Aiko Akira Asuka Ayumi Daichi Emi Haruka Haruto Hideki Hiroshi Kaori Kazuki Keiko Kenji Mai Makoto Mariko Megumi Misaki Naoki Natsumi Rei Ren Ryo Saki Satoshi Shota Sota Takeshi Tomoko Yui Yuki Yuto',
    'Abe Aoki Arai Endo Fujii Fujita Fukuda Goto Hara Hasegawa Hayashi Hirano Ikeda Inoue Ishii Ishikawa Ito Kato Kikuchi Kimura Kondo Maeda Matsuda Matsumoto Miura Miyazawa Mori Murakami Nakajima Nakano Noguchi Ogawa Okada Ono Saito Sakai Sasaki Shimizu Sugiyama Takada Takahashi Takeda Tanaka Ueda Wada Watanabe Yamada Yamaguchi Yokoyama Yoshida',
  ),
  korean: buildCulture(
    'Areum Boram Dahyun Donghyun Eunji Geon Hana Haneul Hyejin Hyun Jaewon Jihoon Jimin Jinwoo Jisoo Jiwoo Joon Juhee Kyung Mina Minho Minjun Minseo Nari Sangwoo Seojun Seoyeon Sora Soyoung Sungmin Taeyang Woojin Yuna Yujin',
    'Ahn Bae Baek Chae Cho Choi Chung Do Gu Han Heo Hong Hwang Im Jang Jeon Jeong Jin Ju Kang Kim Ko Kwon Lee Lim Min Moon Nam Noh Oh Park Ra Ryu Seo Shim Shin Son Song Yang Yoo Yoon Yun',
  ),
  arabic: buildCulture(
    'Ahmed Aisha Ali Amal Amina Amir Dalia Farah Faisal Fatima Hadi Hana Hassan Huda Ibrahim Karim Khalid Laila Layla Mahmoud Mariam Mona Nabil Nadia Noura Omar Rami Rania Reem Salma Sami Samir Tariq Yara Yasmin Youssef Zainab Ziad',
    'Abbas Abdallah Al-Amin Al-Farsi Al-Hashimi Al-Mansour Aziz Bakr Darwish Fahmy Farouk Ghanem Habib Haddad Hakim Hamdan Hamid Hariri Hussein Ibrahim Jaber Kassem Khalil Khoury Mansour Mostafa Nasser Qasim Rahman Rashid Saad Sabry Said Saleh Salem Samara Shaheen Tawfik Younes Zaki',
  ),
  turkish: buildCulture(
    'Ahmet Ayşe Barış Burak Can Cem Deniz Ebru Elif Emre Esra Gizem Gökhan Hakan İrem Kerem Leyla Mehmet Melis Mert Murat Nazlı Onur Özge Pınar Selin Serkan Sinan Tolga Ufuk Yasemin Zeynep',
    'Acar Aksoy Aktaş Arslan Aydın Bulut Çelik Çetin Demir Doğan Erdem Güler Güneş Kaplan Kara Kaya Keskin Kılıç Koç Korkmaz Kurt Öztürk Özkan Polat Şahin Şen Tekin Toprak Türk Uysal Yalçın Yavuz Yıldırım Yıldız Yılmaz',
  ),
  hebrew: buildCulture(
    'Adi Alon Amit Ariel Avi Ayelet Dana Daniel Eitan Gal Gilad Hila Ido Itai Keren Liat Lior Maya Michal Moran Noa Noam Ofer Omer Oren Rami Ronit Roy Shira Tal Tamar Tomer Uri Yael Yair Yonatan',
    'Adler Amir Avraham Azulay Bar-On Barak Ben-Ami Ben-Haim Biton Carmi Dahan Dayan Eliav Friedman Gabay Golan Goldberg Greenberg Harel Katz Kaplan Levy Malka Mizrahi Nir Ohana Peled Peretz Rosen Segal Shaked Shalev Shapira Sharon Tal Weiss Yosef Zamir',
  ),
  westAfrican: buildCulture(
    'Abena Abiola Adaeze Ade Akosua Amara Ama Bola Chidi Chiamaka Chinedu Efua Emeka Esi Femi Folake Funmi Ifeoma Ikenna Kemi Kofi Kojo Kwame Kwesi Ngozi Nneka Obinna Ola Segun Sade Temi Tobi Tunde Uche Yaa Yemi',
    'Abiodun Achebe Acheampong Adebayo Adeleke Adeyemi Afolabi Agyeman Akintola Amadi Asante Balogun Boateng Chukwu Danso Darko Eze Ezenwa Ibe Mensah Nnamdi Nwachukwu Nwosu Obi Odukoya Ogunleye Okeke Okonkwo Okoro Oladipo Olawale Opoku Osei Owusu Sarpong Uzoma',
  ),
  southAfrican: buildCulture(
    'Andile Anele Ayanda Bongani Johan Karabo Lerato Lindiwe Lwazi Mandla Mpho Naledi Nomsa Pieter Refilwe Riaan Sibusiso Sipho Thabo Thandi Themba Tumelo Willem Zanele Zinhle',
    'Botha Cele Dlamini Duplessis Fourie Hlongwane Khumalo Kruger Mabaso Mahlangu Maseko Mbatha Meyer Mkhize Mofokeng Mokoena Molefe Naidoo Ndlovu Nel Nkosi Ntuli Pillay Radebe Sithole Steyn Tshabalala Venter Zulu Zwane',
  ),
  indonesian: buildCulture(
    'Adi Agus Andi Ayu Bagus Bayu Budi Citra Dewi Dian Dimas Eka Fajar Fitri Gita Hendra Indra Intan Kartika Lestari Maya Nadia Nurul Putri Rani Ratna Rizky Sari Sinta Tri Wahyu Yuni',
    'Anggraini Firmansyah Gunawan Halim Hartono Hidayat Kurniawan Kusuma Lubis Mahendra Nasution Nugroho Permata Prasetyo Pratama Purnama Putra Rahardjo Ramadhan Santoso Saputra Setiawan Siregar Suryadi Susanto Tanjung Utomo Wibowo Wijaya Yulianto',
  ),
} satisfies Record<string, Culture>;

/** Cultures by country code; those that are repeated are more common. */
const countries: Record<string, readonly (keyof typeof cultures)[]> = Object.fromEntries(
  `US: english english english english indian chinese spanish korean hebrew slavic german westAfrican arabic italian |
  CA: english english english french indian chinese | GB: english english english english indian westAfrican italian |
  IE: english | AU: english english english chinese indian | DE: german german german german turkish slavic | AT: german |
  CH: german german french italian | FR: french french french arabic | NL: dutch dutch dutch turkish | SE: nordic |
  NO: nordic | DK: nordic | FI: nordic | EE: nordic slavic | PL: slavic | ES: spanish | MX: spanish | PT: portuguese |
  BR: portuguese | IT: italian | IN: indian | CN: chinese | SG: chinese chinese indian indonesian | JP: japanese |
  KR: korean | IL: hebrew hebrew hebrew slavic arabic | AE: arabic indian english | EG: arabic | TR: turkish |
  NG: westAfrican | ZA: southAfrican southAfrican english | ID: indonesian`
    .split('|')
    .map((entry) => entry.trim().split(': '))
    .map(([code = '', names = '']) => [code, names.split(' ') as (keyof typeof cultures)[]]),
);
const anywhere = Object.keys(cultures) as (keyof typeof cultures)[];

/** Draws a name; most people have one that is common in their country. */
export function drawPersonName(random: Random, countryCode: string): Name {
  const usual = random.chance(0.85) ? (countries[countryCode] ?? anywhere) : anywhere;
  const { given, family } = cultures[usual[random.whole(0, usual.length - 1)] ?? 'english'];
  const [first, last] = [random.pick(given), random.pick(family)];
  return { name: `${first.name} ${last.name}`, slug: `${first.slug}-${last.slug}` };
}
